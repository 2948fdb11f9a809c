import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

/**
 * Adds to the counts of folders and categories: two expressions of a `with`, after one that is named `changed` and has
 * the columns `category_id`, `folder_id` and `added`. The caller holds the row of the safe, and so meets nobody else at
 * the rows of places.
 */
export const countPlaces = (safeId: string) => sql`
  folders_counted as (
    update folders f set document_count = f.document_count + c.added
    from (select folder_id, sum(added)::integer as added from changed group by folder_id) c
    where f.safe_id = ${safeId} and f.folder_id = c.folder_id and c.added <> 0
  ), categories_counted as (
    update categories p set document_count = p.document_count + c.added
    from (select category_id, sum(added)::integer as added from changed group by category_id) c
    where p.safe_id = ${safeId} and p.category_id = c.category_id and c.added <> 0
  )`;

/** Counts all again, where more documents have come than are worth following. The caller holds the row of the safe. */
export const recountPlaces = (db: Db | Tx, safeId: string) =>
  sql`
    with held as (
      select category_id, folder_id, count(*)::integer as documents from documents
      where safe_id = ${safeId} and trashed_at is null group by category_id, folder_id
    ), folders_counted as (
      update folders f set document_count = coalesce(h.documents, 0)
      from folders o left join (select folder_id, sum(documents)::integer as documents from held group by folder_id) h
        on h.folder_id = o.folder_id
      where f.safe_id = ${safeId} and o.safe_id = ${safeId} and f.folder_id = o.folder_id
    )
    update categories c set document_count = coalesce(h.documents, 0)
    from categories o
      left join (select category_id, sum(documents)::integer as documents from held group by category_id) h
        on h.category_id = o.category_id
    where c.safe_id = ${safeId} and o.safe_id = ${safeId} and c.category_id = o.category_id`.execute(db);

/** The documents of the folder itself. */
export async function countInFolder(db: Db | Tx, safeId: string, folderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('folders')
    .select('document_count as count')
    .where('safe_id', '=', safeId)
    .where('folder_id', '=', folderId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The documents of the category and of its folders. */
export async function countInCategory(db: Db | Tx, safeId: string, categoryId: string): Promise<number> {
  const { count } = await db
    .selectFrom('categories')
    .select('document_count as count')
    .where('safe_id', '=', safeId)
    .where('category_id', '=', categoryId)
    .executeTakeFirstOrThrow();
  return count;
}
