import { sql } from 'kysely';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { Destination, FolderNode } from './folder-tree.rules.ts';
import { countPlaces } from './place-counts.store.ts';

/**
 * Holds the safe until the transaction ends. Callers that arrange a safe, or put something into it, do this first:
 * they come one after the other, and each sees what the one before has done.
 */
export const holdSafe = (tx: Tx, safeId: string) =>
  tx.selectFrom('safes').select('safe_id').where('safe_id', '=', safeId).forNoKeyUpdate().execute();

export const arranged = [
  'document_id as documentId',
  'object_id as objectId',
  'sealed',
  'size_bytes as sizeBytes',
  'added_by as addedBy',
  'type_tag as typeTag',
  'category_id as categoryId',
  'folder_id as folderId',
  'trashed_at as trashedAt',
  'trashed_with as trashedWith',
] as const;

export const selectDocuments = (tx: Tx, safeId: string, documentIds: readonly string[]) =>
  tx
    .selectFrom('documents')
    .select(arranged)
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
    .execute();

export type ArrangedRow = Awaited<ReturnType<typeof selectDocuments>>[number];

export type FolderRow = FolderNode & { sealedName: Buffer };

export async function selectFolders(tx: Tx, safeId: string): Promise<FolderRow[]> {
  const rows = await tx
    .selectFrom('folders')
    .select([
      'folder_id as folderId',
      'parent_id as parentId',
      'category_id as categoryId',
      'name_tag as nameTag',
      'sealed_name as sealedName',
      'trashed_at as trashedAt',
      'trashed_with as trashedWith',
    ])
    .where('safe_id', '=', safeId)
    .execute();
  return rows.map(({ nameTag, ...row }) => ({ ...row, nameKey: nameTag.toString('hex') }));
}

/** Moves documents that are not in the trash. */
export const placeDocuments = (
  tx: Tx,
  safeId: string,
  { documentIds, to }: { documentIds: string[]; to: Destination },
) =>
  sql`
    with before as (
      select category_id, folder_id from documents
      where safe_id = ${safeId} and document_id = any(${documentIds}::uuid[])
    ), changed as (
      select category_id, folder_id, -1 as added from before
      union all select ${to.categoryId}::uuid, ${to.folderId}::uuid, 1 from before
    ), ${countPlaces(safeId)}
    update documents set category_id = ${to.categoryId}, folder_id = ${to.folderId}
    where safe_id = ${safeId} and document_id = any(${documentIds}::uuid[])`.execute(tx);

const idsOf = (folders: readonly FolderNode[]): string[] => folders.map(({ folderId }) => folderId);

/** Folders, each with the one that it went into the trash with. */
export const pairs = (folders: readonly FolderNode[]) =>
  sql`unnest(${idsOf(folders)}::uuid[], ${folders.map(({ trashedWith }) => trashedWith)}::uuid[])`;

/** Writes the places of folders and whether they are in the trash; their documents follow to another category. */
export const writeFolders = (tx: Tx, safeId: string, folders: readonly FolderNode[]) =>
  sql`
    with placed as (
      select * from unnest(
        ${idsOf(folders)}::uuid[], ${folders.map(({ categoryId }) => categoryId)}::uuid[],
        ${folders.map(({ parentId }) => parentId)}::uuid[], ${folders.map(({ trashedAt }) => trashedAt)}::timestamptz[],
        ${folders.map(({ trashedWith }) => trashedWith)}::uuid[]
      ) as p (folder_id, category_id, parent_id, trashed_at, trashed_with)
    ), followed as (
      update documents d set category_id = p.category_id from placed p
      where d.safe_id = ${safeId} and d.folder_id = p.folder_id and d.category_id <> p.category_id
    ), before as (
      select d.category_id, p.category_id as to_id from documents d join placed p on p.folder_id = d.folder_id
      where d.safe_id = ${safeId} and d.category_id <> p.category_id and d.trashed_at is null
    ), changed as (
      select category_id, null::uuid as folder_id, -1 as added from before union all select to_id, null, 1 from before
    ), ${countPlaces(safeId)}
    update folders f
    set category_id = p.category_id, parent_id = p.parent_id, trashed_at = p.trashed_at, trashed_with = p.trashed_with
    from placed p where f.safe_id = ${safeId} and f.folder_id = p.folder_id`.execute(tx);

/** Which documents: by themselves, and those that share the lot of folders. */
type Trashed = { documentIds: readonly string[]; folders: readonly FolderNode[]; now: Date };

/** Into the trash, and out of the counts. */
export const trashDocuments = (tx: Tx, safeId: string, { documentIds, folders, now }: Trashed) =>
  sql`
    with alone as (
      update documents set trashed_at = ${now}, trashed_with = null
      where safe_id = ${safeId} and document_id = any(${documentIds}::uuid[]) and trashed_at is null
      returning category_id, folder_id
    ), inside as (
      update documents d set trashed_at = ${now}, trashed_with = f.trashed_with
      from ${pairs(folders)} as f (folder_id, trashed_with)
      where d.safe_id = ${safeId} and d.folder_id = f.folder_id and d.trashed_at is null
      returning d.category_id, d.folder_id
    ), changed as (
      select category_id, folder_id, -1 as added from alone union all select category_id, folder_id, -1 from inside
    ), ${countPlaces(safeId)}
    update safes
    set document_count = document_count + (select coalesce(sum(added), 0) from changed)
    where safe_id = ${safeId}`.execute(tx);

type Restored = { documents: ReadonlyArray<{ documentId: string } & Destination>; folders: readonly FolderNode[] };

/** Out of the trash, and into the counts. The folders are as they were in the trash. */
export const restoreDocuments = (tx: Tx, safeId: string, { documents, folders }: Restored) =>
  sql`
    with alone as (
      update documents d
      set trashed_at = null, trashed_with = null, category_id = p.category_id, folder_id = p.folder_id
      from unnest(
        ${documents.map(({ documentId }) => documentId)}::uuid[],
        ${documents.map(({ categoryId }) => categoryId)}::uuid[], ${documents.map(({ folderId }) => folderId)}::uuid[]
      ) as p (document_id, category_id, folder_id)
      where d.safe_id = ${safeId} and d.document_id = p.document_id
      returning d.category_id, d.folder_id
    ), inside as (
      update documents d set trashed_at = null, trashed_with = null
      from ${pairs(folders)} as f (folder_id, trashed_with)
      where d.safe_id = ${safeId} and d.folder_id = f.folder_id and d.trashed_with = f.trashed_with
      returning d.category_id, d.folder_id
    ), changed as (
      select category_id, folder_id, 1 as added from alone union all select category_id, folder_id, 1 from inside
    ), ${countPlaces(safeId)}
    update safes
    set document_count = document_count + (select coalesce(sum(added), 0) from changed)
    where safe_id = ${safeId}`.execute(tx);

const insideOf = (tx: Tx, safeId: string, folders: readonly FolderNode[]) =>
  tx
    .selectFrom('documents')
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`folder_id = any(${idsOf(folders)}::uuid[])`)
    .where(sql<boolean>`(folder_id, trashed_with) in (select * from ${pairs(folders)})`);

export async function countInside(tx: Tx, safeId: string, folders: readonly FolderNode[]): Promise<number> {
  if (folders.length === 0) return 0;
  const { count } = await insideOf(tx, safeId, folders)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Those that are in the trash with the folders. */
export async function selectInside(tx: Tx, safeId: string, folders: readonly FolderNode[]): Promise<ArrangedRow[]> {
  return folders.length === 0 ? [] : insideOf(tx, safeId, folders).select(arranged).execute();
}

/** Whether one of these types is among the documents that are kept in the folders. */
export const holdsTypes = (tx: Tx, safeId: string, { folderIds, tags }: { folderIds: string[]; tags: Buffer[] }) =>
  tx
    .selectFrom('documents')
    .select('document_id')
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`folder_id = any(${folderIds}::uuid[])`)
    .where('trashed_at', 'is', null)
    .where('type_tag', 'in', tags)
    .limit(1)
    .executeTakeFirst();
