import type { Db, Tx } from '../../../platform/postgres/db.ts';

/** Which documents a safe holds, without the trash, place by place. */
export const selectKeptIds = (db: Db, safeId: string) =>
  db
    .selectFrom('documents')
    .select(['document_id as documentId'])
    .where('safe_id', '=', safeId)
    .where('trashed_at', 'is', null)
    .orderBy('category_id')
    .orderBy('folder_id')
    .orderBy('added_at')
    .orderBy('document_id')
    .execute();

export const selectCategoryTitles = (db: Db, safeId: string) =>
  db
    .selectFrom('categories')
    .select(['category_id as categoryId', 'sealed_title as sealedTitle'])
    .where('safe_id', '=', safeId)
    .orderBy('position')
    .orderBy('category_id')
    .execute();

export const selectFolderNames = (db: Db, safeId: string) =>
  db
    .selectFrom('folders')
    .select(['folder_id as folderId', 'parent_id as parentId', 'category_id as categoryId'])
    .select('sealed_name as sealedName')
    .where('safe_id', '=', safeId)
    .where('trashed_at', 'is', null)
    .orderBy('folder_id')
    .execute();

/** Locks the safe. How many documents it holds, without the trash; null where there is no such safe. */
export async function lockDocumentCount(tx: Tx, safeId: string): Promise<number | null> {
  const row = await tx
    .selectFrom('safes')
    .select('document_count as count')
    .where('safe_id', '=', safeId)
    .forUpdate()
    .executeTakeFirst();
  return row?.count ?? null;
}
