import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { arranged, pairs } from './arranging.store.ts';
import type { FolderNode } from './folder-tree.rules.ts';

/**
 * The rows hold the keys. Documents of the owner and the collectors give their room back. Contents that a share holds
 * are kept apart until the share ends. Returns the objects that nothing opens any more.
 */
export async function deleteDocuments(tx: Tx, safeId: string, documentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ objectIds: string[] }>`
    with gone as (
      delete from documents
      where safe_id = ${safeId} and document_id = any(${documentIds}::uuid[]) and trashed_at is not null
      returning document_id, object_id, header, sealed, size_bytes, added_at, scrubbed_at, added_by
    ), held as (
      insert into held_contents
        (safe_id, document_id, object_id, header, sealed, size_bytes, added_at, scrubbed_at)
      select ${safeId}::uuid, document_id, object_id, header, sealed, size_bytes, added_at, scrubbed_at from gone
      where document_id in (
        select document_id from content_holds
        where safe_id = ${safeId} and document_id = any(${documentIds}::uuid[]) and released_at is null)
      returning object_id
    )
    update safes
    set storage_used = storage_used - coalesce((select sum(size_bytes) from gone where added_by <> 'company'), 0)
    where safe_id = ${safeId}
    returning array(select object_id from gone except select object_id from held) as "objectIds"`.execute(tx);
  return rows[0]?.objectIds ?? [];
}

/** Documents put into the trash before their folder, and outliving it, go to the root of their category. */
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

export type Destruction = { safeId: string; destructionId: string };

export const insertDestruction = (
  tx: Tx,
  { safeId, destructionId }: Destruction,
  { documents, sealedAddress, now }: { documents: number; sealedAddress: Buffer; now: Date },
) =>
  tx
    .insertInto('destructions')
    .values({
      ...{ safe_id: safeId, destruction_id: destructionId, documents },
      ...{ sealed_address: sealedAddress, created_at: now },
    })
    .execute();

type Leaving = { documentIds: readonly string[]; folders: readonly FolderNode[]; dueAt: Date };

/** Takes documents out of the trash, and out of their folders, to be destroyed by the worker. Returns how many. */
export async function giveToDestruction(
  tx: Tx,
  { safeId, destructionId }: Destruction,
  { documentIds, folders, dueAt }: Leaving,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update documents
    set trashed_at = ${dueAt}, trashed_with = null, folder_id = null, destruction_id = ${destructionId}
    where safe_id = ${safeId} and trashed_at is not null and (document_id = any(${documentIds}::uuid[])
      or (folder_id, trashed_with) in (select * from ${pairs(folders)} as f (folder_id, trashed_with)))`.execute(tx);
  return Number(numAffectedRows);
}

/** The destruction that has waited longest. */
export const findDestruction = (tx: Tx, safeId: string) =>
  tx
    .selectFrom('destructions')
    .select(['destruction_id as destructionId', 'sealed_address as sealedAddress'])
    .where('safe_id', '=', safeId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();

export const selectDestruction = (tx: Tx, { safeId, destructionId }: Destruction, atATime: number) =>
  tx
    .selectFrom('documents')
    .select(arranged)
    .where('safe_id', '=', safeId)
    .where('destruction_id', '=', destructionId)
    .limit(atATime)
    .execute();

export const endDestruction = (tx: Tx, { safeId, destructionId }: Destruction) =>
  tx.deleteFrom('destructions').where('safe_id', '=', safeId).where('destruction_id', '=', destructionId).execute();

/** The documents that were given to the worker, and those that it has not destroyed yet. */
export async function countDestroying(db: Db, safeId: string): Promise<{ total: number; left: number } | null> {
  const { total, left } = await db
    .selectFrom('destructions as d')
    .select(({ fn, selectFrom }) => [
      fn.sum<number | null>('d.documents').as('total'),
      selectFrom('documents as o')
        .innerJoin('destructions as by', (join) =>
          join.onRef('by.safe_id', '=', 'o.safe_id').onRef('by.destruction_id', '=', 'o.destruction_id'),
        )
        .select((is) => is.fn.countAll<number>().as('left'))
        .where('o.safe_id', '=', safeId)
        .$asScalar()
        .$notNull()
        .as('left'),
    ])
    .where('d.safe_id', '=', safeId)
    .executeTakeFirstOrThrow();
  return total === null ? null : { total, left };
}

const safesAtATime = 1_000;

/** The safes that hold something that is due, or a destruction that has not ended. */
export async function selectDueSafes(db: Db, limit: Date): Promise<string[]> {
  const dueIn = (table: 'documents' | 'folders') =>
    db.selectFrom(table).select('safe_id as safeId').distinct().where('trashed_at', '<=', limit);
  const asked = db.selectFrom('destructions').select('safe_id as safeId').distinct();
  const rows = await dueIn('documents').union(dueIn('folders')).union(asked).limit(safesAtATime).execute();
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
