import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import type { CategoryKind } from '../record/documents.rules.ts';

/** The rows after one of the list; one more than asked, to know whether others follow. */
type Slice<P> = { after: P | null; limit: number };

/**
 * Categories with how many documents they and their folders hold. The unread are counted by their index, and so
 * `unread` is written out: of a parameter, a plan that is kept does not know that the index answers it.
 */
export function listCategoryRows(
  db: Db,
  safeId: string,
  { after, limit }: Slice<{ position: number; categoryId: string }>,
) {
  const unread = db
    .selectFrom('documents')
    .select(({ fn }) => ['category_id', fn.countAll<number>().as('count')])
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`unread`)
    .where('trashed_at', 'is', null)
    .groupBy('category_id')
    .as('u');
  const rows = db
    .selectFrom('categories as c')
    .leftJoin(unread, 'u.category_id', 'c.category_id')
    .select(({ fn, val }) => [
      'c.category_id as categoryId',
      'c.kind',
      'c.position',
      'c.sealed_title as sealedTitle',
      'c.document_count as documentCount',
      fn.coalesce('u.count', val(0)).as('unreadCount'),
    ])
    .where('c.safe_id', '=', safeId)
    .orderBy('c.position')
    .orderBy('c.category_id')
    .limit(limit + 1);
  if (!after) return rows.execute();
  return rows
    .where(sql<boolean>`(c.position, c.category_id) > (${after.position}::integer, ${after.categoryId}::uuid)`)
    .execute();
}

export function listFolderRows(db: Db, safeId: string, { after, limit }: Slice<{ folderId: string }>) {
  const rows = db
    .selectFrom('folders as f')
    .select([
      'f.folder_id as folderId',
      'f.category_id as categoryId',
      'f.parent_id as parentId',
      'f.sealed_name as sealedName',
      'f.document_count as documentCount',
    ])
    .where('f.safe_id', '=', safeId)
    .where('f.trashed_at', 'is', null)
    .orderBy('f.folder_id')
    .limit(limit + 1);
  return after ? rows.where('f.folder_id', '>', after.folderId).execute() : rows.execute();
}

const countIn = async (rows: { executeTakeFirstOrThrow(): Promise<{ count: number }> }): Promise<number> =>
  (await rows.executeTakeFirstOrThrow()).count;

export const countCategories = (db: Db, safeId: string): Promise<number> =>
  countIn(
    db
      .selectFrom('categories')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('safe_id', '=', safeId),
  );

export const countFolders = (db: Db, safeId: string): Promise<number> =>
  countIn(
    db
      .selectFrom('folders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('safe_id', '=', safeId)
      .where('trashed_at', 'is', null),
  );

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

export type Place = { categoryId: string; folderId: string | null };

/**
 * A folder, which is in that category if one is named; a category; or the category of a kind, or the first one where the
 * owner has removed that.
 */
export type CandidatePlace =
  | { folderId: string; categoryId?: string }
  | { categoryId: string }
  | { kind: CategoryKind };

/** A query for the first of these places that is there: its columns are `category_id` and `folder_id`. */
export const firstPlace = (safeId: string, candidates: readonly CandidatePlace[]): RawBuilder<Place> => {
  const each = candidates.map((candidate, index) => candidateRow(safeId, candidate, index));
  return sql`
    select category_id, folder_id from (${sql.join(each, sql` union all `)}) as found (category_id, folder_id, rank)
    order by rank limit 1`;
};

/** The rows of one candidate. Their rank keeps the order of candidates, and puts the category of the kind first. */
function candidateRow(safeId: string, candidate: CandidatePlace, index: number): RawBuilder<unknown> {
  if ('folderId' in candidate) {
    const { folderId, categoryId = null } = candidate;
    return sql`
      select category_id, folder_id, array[${sql.lit(index)}] from folders
      where safe_id = ${safeId} and folder_id = ${folderId} and trashed_at is null
        and category_id = coalesce(${categoryId}::uuid, category_id)`;
  }
  if ('categoryId' in candidate)
    return sql`
      select category_id, null::uuid, array[${sql.lit(index)}] from categories
      where safe_id = ${safeId} and category_id = ${candidate.categoryId}`;
  return sql`
    select category_id, null::uuid, array[${sql.lit(index)}, (kind is distinct from ${candidate.kind})::integer, position]
    from categories where safe_id = ${safeId}`;
}

export async function findPlace(db: Db | Tx, safeId: string, candidates: readonly CandidatePlace[]) {
  const { rows } = await sql<Place>`
    select category_id as "categoryId", folder_id as "folderId" from (${firstPlace(safeId, candidates)}) place`.execute(
    db,
  );
  return rows[0];
}

export const listTitles = (tx: Tx, safeId: string) =>
  tx
    .selectFrom('categories')
    .select(['category_id as categoryId', 'title_tag as titleTag', 'position', 'sealed_title as sealedTitle', 'kind'])
    .select('document_count as documentCount')
    .where('safe_id', '=', safeId)
    .execute();

export const countUnread = (tx: Tx, safeId: string, categoryId: string) =>
  countIn(
    tx
      .selectFrom('documents')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('safe_id', '=', safeId)
      .where('category_id', '=', categoryId)
      .where('unread', '=', true)
      .where('trashed_at', 'is', null),
  );

/** Whether a document is in the category, or in a folder of it; what is in the trash is no longer there. */
export async function isCategoryUsed(tx: Tx, safeId: string, categoryId: string): Promise<boolean> {
  const document = await tx
    .selectFrom('documents')
    .select('document_id')
    .where('safe_id', '=', safeId)
    .where('category_id', '=', categoryId)
    .where('trashed_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return document !== undefined;
}

/** Documents in the trash go back to another category than they came from. */
export const leaveTrashed = (tx: Tx, safeId: string, { from, to }: { from: string; to: string }) =>
  tx
    .updateTable('documents')
    .set({ category_id: to })
    .where('safe_id', '=', safeId)
    .where('category_id', '=', from)
    .where('trashed_at', 'is not', null)
    .execute();

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
