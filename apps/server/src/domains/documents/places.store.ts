import type { Insertable } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { Tables } from '../../platform/postgres/tables.ts';

/** Categories with how many documents they and their folders hold. */
export const listCategoryRows = (db: Db, safeId: string) =>
  db
    .selectFrom('categories as c')
    .leftJoin('documents as d', (join) =>
      join
        .onRef('d.safe_id', '=', 'c.safe_id')
        .onRef('d.category_id', '=', 'c.category_id')
        .on('d.trashed_at', 'is', null),
    )
    .select(({ fn }) => [
      'c.category_id as categoryId',
      'c.kind',
      'c.sealed_title as sealedTitle',
      fn.count<number>('d.document_id').as('documentCount'),
      fn.count<number>('d.document_id').filterWhere('d.unread', '=', true).as('unreadCount'),
    ])
    .where('c.safe_id', '=', safeId)
    .groupBy(['c.safe_id', 'c.category_id'])
    .orderBy('c.position')
    .orderBy('c.category_id')
    .execute();

export const listFolderRows = (db: Db, safeId: string) =>
  db
    .selectFrom('folders as f')
    .leftJoin('documents as d', (join) =>
      join.onRef('d.safe_id', '=', 'f.safe_id').onRef('d.folder_id', '=', 'f.folder_id').on('d.trashed_at', 'is', null),
    )
    .select(({ fn }) => [
      'f.folder_id as folderId',
      'f.category_id as categoryId',
      'f.parent_id as parentId',
      'f.sealed_name as sealedName',
      fn.count<number>('d.document_id').as('documentCount'),
    ])
    .where('f.safe_id', '=', safeId)
    .where('f.trashed_at', 'is', null)
    .groupBy(['f.safe_id', 'f.folder_id'])
    .orderBy('f.folder_id')
    .execute();

export const findCategory = (db: Db | Tx, safeId: string, categoryId: string) =>
  db
    .selectFrom('categories')
    .select('category_id as categoryId')
    .where('safe_id', '=', safeId)
    .where('category_id', '=', categoryId)
    .executeTakeFirst();

export const findFolder = (db: Db | Tx, safeId: string, folderId: string) =>
  db
    .selectFrom('folders')
    .select(['folder_id as folderId', 'category_id as categoryId'])
    .where('safe_id', '=', safeId)
    .where('folder_id', '=', folderId)
    .where('trashed_at', 'is', null)
    .executeTakeFirst();

export const listTitles = (tx: Tx, safeId: string) =>
  tx
    .selectFrom('categories')
    .select(['category_id as categoryId', 'title_tag as titleTag', 'position', 'sealed_title as sealedTitle', 'kind'])
    .where('safe_id', '=', safeId)
    .execute();

export const countInCategory = (tx: Tx, safeId: string, categoryId: string) =>
  tx
    .selectFrom('documents')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('trashed_at', 'is', null).as('documentCount'),
      fn.countAll<number>().filterWhere('trashed_at', 'is', null).filterWhere('unread', '=', true).as('unreadCount'),
    ])
    .where('safe_id', '=', safeId)
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow();

/** Whether a document or a folder is in the category, in the trash or not. */
export async function isCategoryUsed(tx: Tx, safeId: string, categoryId: string): Promise<boolean> {
  const [document, folder] = await Promise.all(
    (['documents', 'folders'] as const).map((table) =>
      tx
        .selectFrom(table)
        .select('safe_id')
        .where('safe_id', '=', safeId)
        .where('category_id', '=', categoryId)
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return document !== undefined || folder !== undefined;
}

export const insertCategory = (tx: Tx, row: Insertable<Tables['categories']>) =>
  tx.insertInto('categories').values(row).execute();

export const renameCategory = (
  tx: Tx,
  { safeId, categoryId }: { safeId: string; categoryId: string },
  title: { sealed_title: Buffer; title_tag: Buffer },
) =>
  tx.updateTable('categories').set(title).where('safe_id', '=', safeId).where('category_id', '=', categoryId).execute();

export const removeCategory = (tx: Tx, safeId: string, categoryId: string) =>
  tx.deleteFrom('categories').where('safe_id', '=', safeId).where('category_id', '=', categoryId).execute();

/** Where a kind of document goes: its category, or the first where the owner removed that one. */
export const listKinds = (db: Db | Tx, safeId: string) =>
  db
    .selectFrom('categories')
    .select(['category_id as categoryId', 'kind'])
    .where('safe_id', '=', safeId)
    .orderBy('position')
    .execute();
