import { sql, type Insertable, type RawBuilder } from 'kysely';
import { DomainError } from '../../../platform/domain-error.ts';
import { journalAppend, type SealedEntry } from '../../../platform/journal/journal.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { isSystemError } from '../../../platform/system-error.ts';
import { holdSafe } from '../arranging/arranging.store.ts';
import { countPlaces } from '../arranging/place-counts.store.ts';
import { firstPlace, type CandidatePlace } from '../arranging/places.store.ts';
import { waitingParts } from '../extraction/reading-turns/reading-turns.store.ts';
import type { Intent } from './upload-intents.ts';

/** The row of a document that has just come, without its place, its time and the columns that it has by default. */
export type NewRow = Required<
  Omit<
    Insertable<Tables['documents']>,
    | 'category_id'
    | 'folder_id'
    | 'added_at'
    | 'trashed_at'
    | 'destruction_id'
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

type Added = {
  row: NewRow;
  /** The document goes to the first that is there; to no place in a safe that waits for its owner. */
  candidates: readonly CandidatePlace[] | null;
  intent: Intent;
  countedBytes: number;
  entry: SealedEntry;
  beside?: Beside | undefined;
  /** Whether a worker is to look into it. */
  isToRead: boolean;
};

/** With the hash of its entry, and where and when it has come. */
export type StoredRow = { hash: Buffer; addedAt: Date; categoryId: string | null; folderId: string | null };

/**
 * Holds the safe, ends the intent, gives back the room that it held, chooses the place, counts the document, journals
 * it, inserts it and has it read: two statements at once, so that others wait for the safe as briefly as may be. The
 * document is as old as its entry, and the safe is locked before its journal, as everywhere.
 * @throws {DomainError} ServiceUnavailable where the intent had ended before or none of the places is there: nothing
 * was counted, the journal refuses an entry of no safe, and the transaction is lost
 */
export async function storeDocument(tx: Tx, added: Added): Promise<StoredRow> {
  const [, stored] = await Promise.all([holdSafe(tx, added.row.safe_id), insertDocument(tx, added)]);
  return stored;
}

async function insertDocument(tx: Tx, added: Added): Promise<StoredRow> {
  const { row, candidates, intent, countedBytes, entry, beside, isToRead } = added;
  const place = candidates ? firstPlace(row.safe_id, candidates) : noPlace;
  const document = { safeId: row.safe_id, documentId: row.document_id };
  const waiting = isToRead ? sql`, ${waitingParts(document, entry.at)}` : sql``;
  const alsoInserted = beside ? sql`, besides as (${beside(sql`(select entry_hash from appended)`)})` : sql``;
  try {
    const { rows } = await sql<StoredRow>`
      with place as materialized (${place}
      ), ended as (
        delete from upload_intents where holder_id = ${intent.holderId} and object_id = ${intent.objectId}
        returning case when holder_id = ${row.safe_id} then reserved_bytes else 0 end as room
      ), counted as (
        update safes set
          document_count = document_count + 1,
          storage_used = storage_used + ${countedBytes}::bigint,
          storage_reserved = storage_reserved - ended.room
        from ended, place where safe_id = ${row.safe_id}
        returning safe_id
      ), appended as materialized (
        select entry_hash, entry_at from ${journalAppend(sql`(select safe_id from counted)`, entry)}
      ), inserted as (
        insert into documents
          (safe_id, document_id, object_id, header, sealed, size_bytes, added_at, added_by, origin_id, type_tag,
          digest_tag, category_id, folder_id, unread, scrubbed_at, title_tags, succession_tag)
        select ${row.safe_id}, ${row.document_id}, ${row.object_id}, ${row.header}, ${row.sealed}, ${row.size_bytes},
          entry_at, ${row.added_by}, ${row.origin_id}, ${row.type_tag}, ${row.digest_tag}, category_id,
          folder_id, ${row.unread}, ${row.scrubbed_at}, ${row.title_tags}, ${row.succession_tag}
        from appended, place
        returning category_id, folder_id, added_at
      ), changed as (
        select category_id, folder_id, 1 as added from inserted
      ), ${countPlaces(row.safe_id)}${waiting}${alsoInserted}
      select entry_hash as hash, added_at as "addedAt", category_id as "categoryId", folder_id as "folderId"
      from appended, inserted`.execute(tx);
    const [stored] = rows;
    if (!stored) throw new Error('the journal answered nothing');
    return stored;
  } catch (error) {
    if (isOfNoSafe(error)) throw new DomainError('ServiceUnavailable', { retryAfterSeconds: 1 });
    throw error;
  }
}

const noPlace = sql`select null::uuid as category_id, null::uuid as folder_id`;

const isOfNoSafe = (error: unknown): boolean =>
  isSystemError(error, notNullViolation) && 'table' in error && error.table === 'journal_heads';
