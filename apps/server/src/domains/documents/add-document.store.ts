import { sql, type Insertable } from 'kysely';
import { journalAppend, type SealedEntry } from '../../platform/journal/journal.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { Intent } from './upload-intents.ts';

type Added = { row: Insertable<Tables['documents']>; intent: Intent; countedBytes: number; entry: SealedEntry };

/**
 * Ends the intent, gives back the room that it held in the safe, counts the document, journals it and
 * inserts it. Tells the hash of the entry; null where the intent had ended before, and then the
 * transaction is to be undone. The safe is locked before its journal, as everywhere.
 */
export async function storeDocument(tx: Tx, { row, intent, countedBytes, entry }: Added): Promise<Buffer | null> {
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
      ${tx.insertInto('documents').values(row)}
    )
    select entry_hash as hash from counted, ${journalAppend(sql`counted.safe_id`, entry)}`.execute(tx);
  return rows[0]?.hash ?? null;
}
