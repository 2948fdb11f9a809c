import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

/** A holder of contents, such as a share. */
export type Holder = { safeId: string; holderId: string };

/** Returns those of these documents that are kept: neither in the trash nor destroyed. */
export const selectKept = (tx: Tx, safeId: string, documentIds: readonly string[]) =>
  tx
    .selectFrom('documents')
    .select(['document_id as documentId', 'sealed', 'size_bytes as sizeBytes', 'object_id as objectId', 'header'])
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
    .where('trashed_at', 'is', null)
    .execute();

export const insertHolds = (tx: Tx, { safeId, holderId }: Holder, documentIds: readonly string[]) =>
  sql`
    insert into content_holds (safe_id, holder_id, document_id, position)
    select ${safeId}::uuid, ${holderId}::uuid, document_id, position
    from unnest(${documentIds}::uuid[]) with ordinality as held (document_id, position)`.execute(tx);

/** The listed columns of a held content. */
export type ListedHeld = {
  safeId: string;
  holderId: string;
  documentId: string;
  sealed: Buffer;
  sizeBytes: number;
  /** Its owner has put it into the trash, or destroyed it. */
  isDeleted: boolean;
};

/** With what its content is read by. */
export type HeldRow = ListedHeld & { addedAt: Date; objectId: string; header: Buffer };

const listed = sql`
  h.safe_id as "safeId", h.holder_id as "holderId", h.document_id as "documentId",
  coalesce(d.sealed, k.sealed) as sealed, coalesce(d.size_bytes, k.size_bytes) as "sizeBytes",
  d.document_id is null or d.trashed_at is not null as "isDeleted"`;

const held = sql`
  ${listed}, coalesce(d.added_at, k.added_at) as "addedAt", coalesce(d.object_id, k.object_id) as "objectId",
  coalesce(d.header, k.header) as header`;

const joined = sql`
  left join documents d on d.safe_id = h.safe_id and d.document_id = h.document_id
  left join held_contents k on k.safe_id = h.safe_id and k.document_id = h.document_id`;

/**
 * Returns what exists of the contents that they hold, or held, in the order in which it was named. The holders are
 * the rows of a query, `safe_id` and `holder_id`: to be asked together with what else is asked of them.
 */
export async function selectHeld(db: Db | Tx, holders: RawBuilder<unknown>): Promise<ListedHeld[]> {
  const { rows } = await sql<ListedHeld>`
    select ${listed} from (${holders}) as asked
    join content_holds h on h.safe_id = asked.safe_id and h.holder_id = asked.holder_id ${joined}
    where coalesce(d.document_id, k.document_id) is not null
    order by h.safe_id, h.holder_id, h.position`.execute(db);
  return rows;
}

export const namedHolders = (holders: readonly Holder[]): RawBuilder<unknown> =>
  sql`select * from unnest(
    ${holders.map(({ safeId }) => safeId)}::uuid[], ${holders.map(({ holderId }) => holderId)}::uuid[]
  ) as named (safe_id, holder_id)`;

/** Those of these documents that a holder still holds, in no order. */
export async function selectHeldContents(
  db: Db,
  holder: RawBuilder<unknown>,
  documentIds: readonly string[],
): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select ${held} from (${holder}) as asked
    join content_holds h on h.safe_id = asked.safe_id and h.holder_id = asked.holder_id ${joined}
    where h.document_id = any(${documentIds}::uuid[])
      and h.released_at is null and coalesce(d.document_id, k.document_id) is not null`.execute(db);
  return rows;
}

/** Ends what a holder holds, and destroys what nothing holds any more. Returns the objects of that. */
export async function releaseHolds(tx: Tx, { safeId, holderId }: Holder, now: Date): Promise<string[]> {
  await sql`
    update content_holds set released_at = ${now}
    where safe_id = ${safeId} and holder_id = ${holderId} and released_at is null`.execute(tx);
  const { rows } = await sql<{ objectId: string }>`
    delete from held_contents k
    using content_holds h
    where h.safe_id = ${safeId} and h.holder_id = ${holderId}
      and k.safe_id = ${safeId} and k.document_id = h.document_id
      and not exists (
        select from content_holds other
        where other.safe_id = ${safeId} and other.document_id = k.document_id and other.released_at is null)
    returning k.object_id as "objectId"`.execute(tx);
  return rows.map(({ objectId }) => objectId);
}

export const deleteHolds = (tx: Tx, { safeId, holderId }: Holder) =>
  tx.deleteFrom('content_holds').where('safe_id', '=', safeId).where('holder_id', '=', holderId).execute();

/** The holders of these documents, or of what is kept in these folders or below them, and how many each holds. */
export async function selectHolders(
  db: Db,
  safeId: string,
  { documentIds, folderIds }: { documentIds: readonly string[]; folderIds: readonly string[] },
): Promise<Array<{ holderId: string; documentCount: number }>> {
  const { rows } = await sql<{ holderId: string; documentCount: number }>`
    with recursive inside as (
      select folder_id from folders where safe_id = ${safeId} and folder_id = any(${folderIds}::uuid[])
      union
      select f.folder_id from folders f join inside i on f.parent_id = i.folder_id where f.safe_id = ${safeId}
    ), asked as (
      select unnest(${documentIds}::uuid[]) as document_id
      union
      select d.document_id from documents d join inside i on d.folder_id = i.folder_id where d.safe_id = ${safeId}
    )
    select h.holder_id as "holderId", count(*)::int as "documentCount"
    from content_holds h join asked a on a.document_id = h.document_id
    where h.safe_id = ${safeId} and h.released_at is null
    group by h.holder_id`.execute(db);
  return rows;
}
