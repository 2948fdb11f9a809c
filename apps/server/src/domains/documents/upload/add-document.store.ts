import { sql, type Insertable, type RawBuilder } from 'kysely';
import { DomainError } from '../../../platform/domain-error.ts';
import { journalAppend, type SealedEntry } from '../../../platform/journal/journal.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { isSystemError } from '../../../platform/system-error.ts';
import { countPlaces } from '../arranging/place-counts.store.ts';
import type { Intent } from './upload-intents.ts';

/** The row of a document that has just come: the columns that it has by default are not there. */
export type NewRow = Required<
  Omit<
    Insertable<Tables['documents']>,
    | 'trashed_at'
    | 'trashed_with'
    | 'content_tags'
    | 'read_expiry'
    | 'has_thumbnail'
    | 'reminder_tag'
    | 'damaged_at'
    | 'changed_in'
  >
>;

const notNullViolation = '23502';

/** A row of who adds the document, given the hash of the entry: inserted by the same statement, or not at all. */
export type Beside = (journalHash: RawBuilder<unknown>) => RawBuilder<unknown>;

type Added = { row: NewRow; intent: Intent; countedBytes: number; entry: SealedEntry; beside?: Beside | undefined };

/**
 * Ends the intent, gives back the room that it held in the safe, counts the document, journals it and inserts it.
 * Returns the hash of the entry. The safe is locked before its journal, as everywhere.
 * @throws {DomainError} ServiceUnavailable where the intent had ended before: nothing was counted, the journal
 * refuses an entry of no safe, and the transaction is lost
 */
export async function storeDocument(tx: Tx, { row, intent, countedBytes, entry, beside }: Added): Promise<Buffer> {
  const alsoInserted = beside ? sql`, besides as (${beside(sql`(select entry_hash from appended)`)})` : sql``;
  try {
    const { rows } = await sql<{ hash: Buffer }>`
      with ended as (
        delete from upload_intents where holder_id = ${intent.holderId} and object_id = ${intent.objectId}
        returning case when holder_id = ${row.safe_id} then reserved_bytes else 0 end as room
      ), counted as (
        update safes set
          document_count = document_count + 1,
          storage_used = storage_used + ${countedBytes}::bigint,
          storage_reserved = storage_reserved - ended.room
        from ended where safe_id = ${row.safe_id}
        returning safe_id
      ), inserted as (
        insert into documents
          (safe_id, document_id, object_id, header, sealed, size_bytes, added_at, added_by, origin_id, type_tag,
          digest_tag, category_id, folder_id, unread, scrubbed_at, title_tags, succession_tag)
        values (${row.safe_id}, ${row.document_id}, ${row.object_id}, ${row.header}, ${row.sealed}, ${row.size_bytes},
          ${row.added_at}, ${row.added_by}, ${row.origin_id}, ${row.type_tag}, ${row.digest_tag}, ${row.category_id},
          ${row.folder_id}, ${row.unread}, ${row.scrubbed_at}, ${row.title_tags}, ${row.succession_tag})
        returning category_id, folder_id
      ), changed as (
        select category_id, folder_id, 1 as added from inserted
      ), ${countPlaces(row.safe_id)}, appended as (
        select entry_hash from ${journalAppend(sql`(select safe_id from counted)`, entry)}
      )${alsoInserted}
      select entry_hash as hash from appended`.execute(tx);
    const hash = rows[0]?.hash;
    if (!hash) throw new Error('the journal answered nothing');
    return hash;
  } catch (error) {
    if (isOfNoSafe(error)) throw new DomainError('ServiceUnavailable', { retryAfterSeconds: 1 });
    throw error;
  }
}

const isOfNoSafe = (error: unknown): boolean =>
  isSystemError(error, notNullViolation) && 'table' in error && error.table === 'journal_heads';
