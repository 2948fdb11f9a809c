import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { countInCategory, countInFolder } from '../arranging/place-counts.store.ts';

type Row = Tables['documents'];

export const listed = [
  'document_id as documentId',
  'sealed',
  'size_bytes as sizeBytes',
  'added_at as addedAt',
  'added_by as addedBy',
  'origin_id as originId',
  'unread',
  'category_id as categoryId',
  'folder_id as folderId',
  'trashed_at as trashedAt',
  'has_thumbnail as hasThumbnail',
  'succession_tag as successionTag',
] as const;

export type ListedRow = {
  documentId: string;
  sealed: Buffer;
  sizeBytes: number;
  addedAt: Date;
  addedBy: Row['added_by'];
  originId: string | null;
  unread: boolean;
  categoryId: string | null;
  folderId: string | null;
  trashedAt: Date | null;
  hasThumbnail: boolean | null;
  successionTag: Buffer | null;
};

/** The columns that present one document alone. */
const found = [...listed, 'digest_tag as digestTag', 'read_expiry as readExpiry'] as const;

/** In the trash or not. */
export const findDocument = (db: Db | Tx, safeId: string, documentId: string) =>
  db
    .selectFrom('documents')
    .select([...found, 'object_id as objectId', 'header', 'damaged_at as damagedAt'])
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();

export const updateDocument = (
  tx: Tx,
  { safeId, documentId }: { safeId: string; documentId: string },
  set: Updateable<Row>,
) => tx.updateTable('documents').set(set).where('safe_id', '=', safeId).where('document_id', '=', documentId).execute();

/** The row is held until the transaction ends: two who change it come one after the other. */
export const lockDocument = (tx: Tx, safeId: string, documentId: string) =>
  tx
    .selectFrom('documents')
    .select(found)
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .where('trashed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** The same in the trash too. */
export const lockAnyDocument = (tx: Tx, safeId: string, documentId: string) =>
  tx
    .selectFrom('documents')
    .select(found)
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .forUpdate()
    .executeTakeFirst();

/** False where it was read before. */
export async function markRead(db: Db | Tx, safeId: string, documentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('documents')
    .set({ unread: false })
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .where('unread', '=', true)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type Filter = {
  safeId: string;
  categoryId?: string | undefined;
  folderId?: string | undefined;
  typeTag?: Buffer | undefined;
  addedBy?: Row['added_by'] | undefined;
  /** An employer or a collector. */
  originId?: string | undefined;
  unread?: boolean | undefined;
  /** Calendar days of the owners' country, both included. */
  from?: string | undefined;
  to?: string | undefined;
  /** Tags of words that are all in the title or in the content; where there is none, nothing has them. */
  words?: readonly string[] | undefined;
};

/** Words are found by their own index alone, in which the safe is an array of one. */
const inSafe = ({ safeId, words }: Filter) => {
  if (!words) return sql<boolean>`safe_id = ${safeId}`;
  if (words.length === 0) return sql<boolean>`false`;
  return sql<boolean>`array[safe_id] @> array[${safeId}]::uuid[] and (title_tags || content_tags) @> ${words}::bigint[]`;
};

/** Written out: of a parameter, a plan that is kept does not know that the index of what is collected answers it. */
const ofKind = {
  company: sql<boolean>`added_by = 'company'`,
  employee: sql<boolean>`added_by = 'employee'`,
  collector: sql<boolean>`added_by = 'collector'`,
} satisfies Record<Row['added_by'], unknown>;

const filtered = (db: Db | Tx, filter: Filter) => {
  let query = db.selectFrom('documents').where(inSafe(filter)).where('trashed_at', 'is', null);
  if (filter.categoryId) query = query.where('category_id', '=', filter.categoryId);
  if (filter.folderId) query = query.where('folder_id', '=', filter.folderId);
  if (filter.typeTag) query = query.where('type_tag', '=', filter.typeTag);
  if (filter.addedBy) query = query.where(ofKind[filter.addedBy]);
  // Requests are the origins of what their owner added, and nobody asks for those.
  if (filter.originId) query = query.where('origin_id', '=', filter.originId).where('added_by', '<>', 'employee');
  // Written out: of a parameter, a plan that is kept does not know that the index of the unread answers it.
  if (filter.unread !== undefined) query = query.where(filter.unread ? sql<boolean>`unread` : sql<boolean>`not unread`);
  if (filter.from) query = query.where(sql<boolean>`added_at >= ${filter.from}::timestamp at time zone 'Europe/Paris'`);
  if (filter.to)
    query = query.where(
      sql<boolean>`added_at < (${filter.to}::timestamp + interval '1 day') at time zone 'Europe/Paris'`,
    );
  return query;
};

export type Keyset = { column: 'added_at' | 'size_bytes'; direction: 'asc' | 'desc' };
export type After = { value: string; documentId: string };

/** One more than asked, to know whether there is a next page. */
export function listRows(db: Db, filter: Filter, page: Keyset & { limit: number; after?: After | undefined }) {
  const { column, direction, after } = page;
  let query = filtered(db, filter);
  if (after) {
    const sign = sql.raw(direction === 'desc' ? '<' : '>');
    const type = sql.raw(column === 'added_at' ? 'timestamptz' : 'bigint');
    query = query.where(
      sql<boolean>`(${sql.ref(column)}, document_id) ${sign} (${after.value}::${type}, ${after.documentId}::uuid)`,
    );
  }
  return query
    .select([...listed, sql<string>`${sql.ref(column)}::text`.as('sortValue')])
    .orderBy(column, direction)
    .orderBy('document_id', direction)
    .limit(page.limit + 1)
    .execute();
}

/** All that the filter lets through, in no order. */
export async function listIds(db: Db | Tx, filter: Filter): Promise<string[]> {
  const rows = await filtered(db, filter).select('document_id as documentId').execute();
  return rows.map(({ documentId }) => documentId);
}

export const listRowsOf = (db: Db | Tx, safeId: string, documentIds: readonly string[]): Promise<ListedRow[]> =>
  db
    .selectFrom('documents')
    .select(listed)
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
    .execute();

/** Kept for the safe, for each category and for each folder; counted where more is asked. */
export async function countRows(db: Db, filter: Filter): Promise<number> {
  const { safeId, ...others } = filter;
  const asked = Object.entries(others).filter(([, value]) => value !== undefined);
  if (asked.length === 0) return countAll(db, safeId);
  if (asked.length === 1 && filter.folderId) return countInFolder(db, safeId, filter.folderId);
  if (asked.length === 1 && filter.categoryId) return countInCategory(db, safeId, filter.categoryId);
  const row = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return row.total;
}

async function countAll(db: Db, safeId: string): Promise<number> {
  const row = await db
    .selectFrom('safes')
    .select('document_count as total')
    .where('safe_id', '=', safeId)
    .executeTakeFirstOrThrow();
  return row.total;
}

type Twin = { documentId: string; addedAt: Date; digestTag: Buffer; since: Date };

/** The first document of the safe with the same content, where it came before this one; in the trash since then too. */
export const findTwin = (db: Db | Tx, safeId: string, row: Twin) =>
  db
    .selectFrom('documents')
    .select('document_id as documentId')
    .where('safe_id', '=', safeId)
    .where('digest_tag', '=', row.digestTag)
    .where(sql<boolean>`(added_at, document_id) < (${row.addedAt}, ${row.documentId}::uuid)`)
    .where((is) => is.or([is('trashed_at', 'is', null), is('trashed_at', '>', row.since)]))
    .orderBy('added_at')
    .orderBy('document_id')
    .limit(1)
    .executeTakeFirst();

/** One document for each digest: those that are kept before those in the trash, then the first. */
export const listByDigest = (db: Db, safeId: string, { tags, since }: { tags: Buffer[]; since: Date }) =>
  db
    .selectFrom('documents')
    .select(listed)
    .distinctOn('digest_tag')
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`digest_tag = any(${tags}::bytea[])`)
    .where((is) => is.or([is('trashed_at', 'is', null), is('trashed_at', '>', since)]))
    .orderBy('digest_tag')
    .orderBy(sql`trashed_at is not null`)
    .orderBy('added_at')
    .orderBy('document_id')
    .execute();

type OfOrigin = { safeId: string; originId: string; digestTag: Buffer; since: Date };

/** Documents of this origin and digest added since then, except trashed ones: nobody looks there for what arrives. */
export const selectOfOrigin = (tx: Tx, { safeId, originId, digestTag, since }: OfOrigin) =>
  tx
    .selectFrom('documents')
    .select(['document_id as documentId', 'sealed'])
    .where('safe_id', '=', safeId)
    .where('digest_tag', '=', digestTag)
    .where('origin_id', '=', originId)
    .where('added_at', '>', since)
    .where('trashed_at', 'is', null)
    .execute();
