import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { PackedBytes } from '../../../platform/postgres/packed-bytes.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import type { MovedRows, TakenRows } from './reseal-rows.ts';

export type Pair = { safeId: string; fromSafeId: string };

export type CategoryRow = Selectable<Tables['categories']>;
export type OwnFolderRow = Selectable<Tables['folders']>;

export const selectCategories = (tx: Tx, safeId: string): Promise<CategoryRow[]> =>
  tx
    .selectFrom('categories')
    .selectAll()
    .where('safe_id', '=', safeId)
    .orderBy('position')
    .orderBy('category_id')
    .execute();

export const selectFolders = (tx: Tx, safeId: string): Promise<OwnFolderRow[]> =>
  tx.selectFrom('folders').selectAll().where('safe_id', '=', safeId).execute();

/** Folders come after those that they are in. */
export async function insertPlaces(tx: Tx, places: { categories: CategoryRow[]; folders: OwnFolderRow[] }) {
  if (places.categories.length > 0) await tx.insertInto('categories').values(places.categories).execute();
  for (let at = 0; at < places.folders.length; at += 500)
    await tx
      .insertInto('folders')
      .values(places.folders.slice(at, at + 500))
      .execute();
}

export async function deletePlaces(tx: Tx, safeId: string): Promise<void> {
  for (const table of ['folders', 'categories'] as const)
    await tx.deleteFrom(table).where('safe_id', '=', safeId).execute();
}

/** Held until the transaction ends, before the documents: the reading of contents takes them in this order. */
export async function hasConsent(tx: Tx, { safeId, fromSafeId }: Pair): Promise<boolean> {
  const rows = await tx
    .selectFrom('content_readings')
    .select('safe_id as safeId')
    .where('safe_id', 'in', [safeId, fromSafeId])
    .orderBy('safe_id')
    .forUpdate()
    .execute();
  return rows.some((row) => row.safeId === safeId);
}

/** The documents after one of them, with their small pictures. Null if none is left. */
export async function takeDocuments(
  tx: Tx,
  fromSafeId: string,
  { after, limit }: { after: string; limit: number },
): Promise<(TakenRows & { last: string }) | null> {
  const { rows } = await sql<{ rows: string | null; packed: Buffer; last: string }>`
    select json_agg(json_build_object('documentId', document_id, 'addedBy', added_by, 'originId', origin_id,
        'categoryId', category_id, 'folderId', folder_id, 'hasThumbnail', has_thumbnail, 'sizes', json_build_array(
          octet_length(header), octet_length(sealed), octet_length(read_expiry), octet_length(thumbnail))))::text as rows,
      string_agg(header || sealed || coalesce(read_expiry, '') || coalesce(thumbnail, ''), '') as packed,
      (array_agg(document_id order by document_id desc))[1] as last
    from (
      select d.*, t.sealed as thumbnail
      from documents d left join thumbnails t on t.safe_id = d.safe_id and t.document_id = d.document_id
      where d.safe_id = ${fromSafeId} and d.document_id > ${after}
      order by d.document_id
      limit ${limit}
    ) taken`.execute(tx);
  const [taken] = rows;
  return taken?.rows ? { ...taken, rows: taken.rows } : null;
}

const cut = ({ packed, sizes }: PackedBytes) => sql`cut_bytes(${packed}, ${sizes}::integer[])`;

/** Gives documents, with their small pictures, to the other safe: what is not named here stays as it is. */
export async function moveDocuments(
  tx: Tx,
  { safeId, fromSafeId }: Pair,
  { documents, thumbnails, after, last }: MovedRows & { after: string; last: string },
): Promise<void> {
  await sql`
    update documents d set safe_id = ${safeId}, header = n.header, sealed = n.sealed, type_tag = n.type_tag,
      digest_tag = n.digest_tag, title_tags = n.title_tags::bigint[], succession_tag = n.succession_tag,
      read_expiry = n.read_expiry, content_tags = null, category_id = n.category_id, folder_id = n.folder_id
    from rows from (
      unnest(${documents.documentId}::uuid[]), unnest(${documents.titleTags}::text[]),
      unnest(${documents.categoryId}::uuid[]), unnest(${documents.folderId}::uuid[]),
      ${cut(documents.header)}, ${cut(documents.sealed)}, ${cut(documents.typeTag)}, ${cut(documents.digestTag)},
      ${cut(documents.successionTag)}, ${cut(documents.readExpiry)}
    ) as n (document_id, title_tags, category_id, folder_id, header, sealed, type_tag, digest_tag, succession_tag,
      read_expiry)
    where d.safe_id = ${fromSafeId} and d.document_id = n.document_id
      and d.document_id > ${after}::uuid and d.document_id <= ${last}::uuid`.execute(tx);
  if (thumbnails)
    await sql`
      update thumbnails t set sealed = n.sealed
      from rows from (unnest(${thumbnails.documentId}::uuid[]), ${cut(thumbnails.sealed)}) as n (document_id, sealed)
      where t.safe_id = ${safeId} and t.document_id = n.document_id`.execute(tx);
}

/** Uploads under way are writing objects that belong to nobody any more: the janitor finds them under the receiver. */
export async function endUploads(tx: Tx, { safeId, fromSafeId }: Pair): Promise<string[]> {
  const pieces = await tx
    .deleteFrom('resumable_pieces')
    .where('safe_id', '=', fromSafeId)
    .returning('object_id as objectId')
    .execute();
  await tx.deleteFrom('resumable_uploads').where('safe_id', '=', fromSafeId).execute();
  await tx
    .updateTable('upload_intents')
    .set({ holder_id: safeId, reserved_bytes: 0 })
    .where('holder_id', '=', fromSafeId)
    .execute();
  return pieces.map(({ objectId }) => objectId);
}

/** Takes the objects that only shares still held. */
export async function takeHeldObjects(tx: Tx, fromSafeId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('held_contents')
    .where('safe_id', '=', fromSafeId)
    .returning('object_id as objectId')
    .execute();
  return rows.map(({ objectId }) => objectId);
}

/** The safes whose documents come to the one, or came, belong to the other. Returns those that still come. */
export async function moveRecoveries(tx: Tx, { safeId, fromSafeId }: Pair): Promise<string[]> {
  const rows = await tx
    .updateTable('recoveries')
    .set({ safe_id: safeId })
    .where('safe_id', '=', fromSafeId)
    .returning(['from_safe_id as waitingSafeId', 'state'])
    .execute();
  return rows.filter(({ state }) => state === 'running').map(({ waitingSafeId }) => waitingSafeId);
}

/** The room of a safe, in bytes, and how many of its documents are in the trash. */
export async function readRoom(db: Db, safeId: string) {
  const row = await db
    .selectFrom('safes as s')
    .select(['s.storage_used as used', 's.storage_reserved as reserved', 's.storage_limit as limit'])
    .select((is) =>
      is
        .selectFrom('documents as d')
        .select((d) => d.fn.countAll<number>().as('trashed'))
        .where('d.safe_id', '=', safeId)
        .where('d.trashed_at', 'is not', null)
        .$asScalar()
        .$notNull()
        .as('trashed'),
    )
    .where('s.safe_id', '=', safeId)
    .executeTakeFirst();
  return row ?? null;
}

export type SafeRow = { safeId: string; count: number; used: number; reserved: number; limit: number };

/** Both, locked in the order that everybody takes. */
export async function lockBoth(tx: Tx, { safeId, fromSafeId }: Pair): Promise<{ to: SafeRow; from: SafeRow } | null> {
  const rows = await tx
    .selectFrom('safes')
    .select(['safe_id as safeId', 'document_count as count', 'storage_used as used'])
    .select(['storage_reserved as reserved', 'storage_limit as limit'])
    .where('safe_id', 'in', [safeId, fromSafeId])
    .orderBy('safe_id')
    .forUpdate()
    .execute();
  const to = rows.find((row) => row.safeId === safeId);
  const from = rows.find((row) => row.safeId === fromSafeId);
  return to && from ? { to, from } : null;
}

export const addCounts = (tx: Tx, safeId: string, { count, used }: SafeRow) =>
  tx
    .updateTable('safes')
    .set((is) => ({
      document_count: is('document_count', '+', count),
      storage_used: is('storage_used', '+', used),
    }))
    .where('safe_id', '=', safeId)
    .execute();

/** With its key. Rows that refer to it go by themselves: shares, requests, holds. */
export async function deleteSafe(tx: Tx, safeId: string): Promise<void> {
  for (const table of ['reading_turns', 'waiting_readings', 'safes'] as const)
    await tx.deleteFrom(table).where('safe_id', '=', safeId).execute();
}
