import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import { arranged } from './arranging.store.ts';

/** The rows hold the keys. What the owner and the collectors added gives its room back. */
export const deleteDocuments = (tx: Tx, safeId: string, documentIds: readonly string[]) =>
  sql`
    with gone as (
      delete from documents
      where safe_id = ${safeId} and document_id = any(${documentIds}::uuid[]) and trashed_at is not null
      returning size_bytes, added_by
    )
    update safes
    set storage_used = storage_used - coalesce((select sum(size_bytes) from gone where added_by <> 'company'), 0)
    where safe_id = ${safeId}`.execute(tx);

/** What had been put into the trash before its folder, and outlives it, goes to the root of its category. */
export const loosenDocuments = (tx: Tx, safeId: string, folderIds: readonly string[]) =>
  tx
    .updateTable('documents')
    .set({ folder_id: null })
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`folder_id = any(${folderIds}::uuid[])`)
    .execute();

export const deleteFolders = (tx: Tx, safeId: string, folderIds: readonly string[]) =>
  tx
    .deleteFrom('folders')
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`folder_id = any(${folderIds}::uuid[])`)
    .execute();

const safesAtATime = 1_000;

/** The safes that hold something that is due. */
export async function selectDueSafes(db: Db, limit: Date): Promise<string[]> {
  const dueIn = (table: 'documents' | 'folders') =>
    db.selectFrom(table).select('safe_id as safeId').distinct().where('trashed_at', '<=', limit);
  const rows = await dueIn('documents').union(dueIn('folders')).limit(safesAtATime).execute();
  return rows.map(({ safeId }) => safeId);
}

export const selectDueDocuments = (tx: Tx, safeId: string, { limit, atATime }: { limit: Date; atATime: number }) =>
  tx
    .selectFrom('documents')
    .select(arranged)
    .where('safe_id', '=', safeId)
    .where('trashed_at', '<=', limit)
    .orderBy('trashed_at')
    .limit(atATime)
    .execute();
