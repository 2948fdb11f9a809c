import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/postgres/db.ts';
import { aheadBytes } from '../upload-intents.ts';

export type UploadKey = { safeId: string; uploadId: string };

/** `from` is the offset where a piece begins. */
export type Piece = { from: number; sizeBytes: number; objectId: string; header: Buffer };

const isUpload = ({ safeId, uploadId }: UploadKey) => sql<boolean>`safe_id = ${safeId} and upload_id = ${uploadId}`;

export async function countUnderWay(tx: Tx, safeId: string, now: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('resumable_uploads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('safe_id', '=', safeId)
    .where('document_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/** False where the safe has not that much room left. What is reserved is the room of its beginning. */
export async function insertUpload(
  tx: Tx,
  { safeId, uploadId, ...upload }: UploadKey & { sealed: Buffer; lengthBytes: number; expiresAt: Date },
): Promise<boolean> {
  const beginningBytes = Math.min(upload.lengthBytes, aheadBytes);
  const { rows } = await sql`
    with taken as (
      update safes set storage_reserved = storage_reserved + ${beginningBytes}::bigint
      where safe_id = ${safeId} and storage_limit - storage_used - storage_reserved >= ${upload.lengthBytes}::bigint
      returning safe_id
    )
    insert into resumable_uploads (safe_id, upload_id, sealed, length_bytes, reserved_bytes, expires_at)
    select safe_id, ${uploadId}::uuid, ${upload.sealed}::bytea, ${upload.lengthBytes}::bigint,
      ${beginningBytes}::bigint, ${upload.expiresAt}::timestamptz
    from taken returning upload_id`.execute(tx);
  return rows.length > 0;
}

export const findUpload = (db: Db | Tx, key: UploadKey, now: Date) =>
  db
    .selectFrom('resumable_uploads')
    .select([
      'sealed',
      'length_bytes as lengthBytes',
      'received_bytes as receivedBytes',
      'turn',
      'held_until as heldUntil',
      'document_id as documentId',
      'expires_at as expiresAt',
    ])
    .where(isUpload(key))
    .where('expires_at', '>', now)
    .executeTakeFirst();
export type UploadRow = NonNullable<Awaited<ReturnType<typeof findUpload>>>;

/** Takes the turn from whoever has it, at the right offset and while no document is being made. */
export async function takeTurn(
  db: Db,
  key: UploadKey,
  { turn, offset, now }: { turn: string; offset: number; now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('resumable_uploads')
    .set({ turn, held_until: null })
    .where(isUpload(key))
    .where('received_bytes', '=', offset)
    .where('document_id', 'is', null)
    .where('expires_at', '>', now)
    .where((is) => is.or([is('held_until', 'is', null), is('held_until', '<=', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Reserves room for the next bytes of an upload, or what room is left. Returns how many may come; null where another
 * request has the turn.
 */
export async function reserveAhead(
  db: Db,
  { turn, ...key }: UploadKey & { turn: string },
  { from, bytes }: { from: number; bytes: number },
): Promise<number | null> {
  const { rows } = await sql<{ ahead: number }>`
    with room as (
      select safe_id, storage_limit - storage_used - storage_reserved as bytes
      from safes where safe_id = ${key.safeId} for update
    ), missing as (
      select reserved_bytes,
        greatest(0, least(least(length_bytes, ${from + bytes}::bigint) - reserved_bytes, room.bytes)) as bytes
      from resumable_uploads as upload join room using (safe_id)
      where upload_id = ${key.uploadId} and turn = ${turn} for update of upload
    ), grown as (
      update resumable_uploads as upload set reserved_bytes = missing.reserved_bytes + missing.bytes
      from missing where upload.safe_id = ${key.safeId} and upload_id = ${key.uploadId}
    ), taken as (
      update safes set storage_reserved = storage_reserved + missing.bytes
      from missing where safe_id = ${key.safeId} and missing.bytes > 0
    )
    select reserved_bytes + bytes - ${from}::bigint as ahead from missing`.execute(db);
  return rows[0]?.ahead ?? null;
}

/** Adds pieces that follow one another; false where another request has the turn, or the upload is gone. */
export async function addPieces(tx: Tx, key: UploadKey, added: { turn: string; pieces: Piece[] }): Promise<boolean> {
  const { turn, pieces } = added;
  const from = Math.min(...pieces.map((piece) => piece.from));
  const sizeBytes = pieces.reduce((sum, piece) => sum + piece.sizeBytes, 0);
  const { numUpdatedRows } = await tx
    .updateTable('resumable_uploads')
    .set((is) => ({ received_bytes: is('received_bytes', '+', sizeBytes) }))
    .where(isUpload(key))
    .where('turn', '=', turn)
    .where('received_bytes', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const rows = pieces.map((piece) => ({
    ...{ safe_id: key.safeId, upload_id: key.uploadId },
    ...{ from_byte: piece.from, size_bytes: piece.sizeBytes, object_id: piece.objectId, header: piece.header },
  }));
  await tx.insertInto('resumable_pieces').values(rows).execute();
  return true;
}

export const listPieces = (db: Db, key: UploadKey): Promise<Piece[]> =>
  db
    .selectFrom('resumable_pieces')
    .select(['from_byte as from', 'size_bytes as sizeBytes', 'object_id as objectId', 'header'])
    .where(isUpload(key))
    .orderBy('from_byte')
    .execute();

export async function countPieces(db: Db, key: UploadKey): Promise<number> {
  const { count } = await db
    .selectFrom('resumable_pieces')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isUpload(key))
    .executeTakeFirstOrThrow();
  return count;
}

/** Gives the turn back, where nobody has taken it since, and the room that was reserved too far ahead. */
export const endTurn = (db: Db, { turn, safeId, uploadId }: UploadKey & { turn: string }) =>
  sql`
    with held as (
      select safe_id from safes where safe_id = ${safeId} for update
    ), surplus as (
      select greatest(0, reserved_bytes - least(length_bytes, received_bytes + ${aheadBytes}::bigint)) as bytes
      from resumable_uploads as upload join held using (safe_id)
      where upload_id = ${uploadId} and turn = ${turn} for update of upload
    ), ended as (
      update resumable_uploads as upload set turn = null, reserved_bytes = reserved_bytes - surplus.bytes
      from surplus where upload.safe_id = ${safeId} and upload_id = ${uploadId}
    )
    update safes set storage_reserved = storage_reserved - surplus.bytes
    from surplus where safe_id = ${safeId} and surplus.bytes > 0`.execute(db);

/** Keeps others from the turn until then; null lets go of it. False where somebody else has it. */
export async function holdTurn(db: Db, key: UploadKey, held: { turn: string; until: Date | null }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('resumable_uploads')
    .set({ held_until: held.until })
    .where(isUpload(key))
    .where('turn', '=', held.turn)
    .where('document_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The upload has become a document: its room is given back, which the document takes. */
export async function completeUpload(tx: Tx, key: UploadKey, end: { turn: string; documentId: string }) {
  const { rows } = await sql`
    with done as (
      update resumable_uploads
      set document_id = ${end.documentId}::uuid, received_bytes = length_bytes, turn = null, held_until = null
      where safe_id = ${key.safeId} and upload_id = ${key.uploadId} and turn = ${end.turn} and document_id is null
      returning safe_id, reserved_bytes
    )
    update safes set storage_reserved = storage_reserved - done.reserved_bytes
    from done where safes.safe_id = done.safe_id
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes an upload, with its pieces, and gives its room back. With a turn, only who has it may. */
export async function deleteUpload(tx: Tx, key: UploadKey, turn?: string): Promise<boolean> {
  const { rows } = await sql`
    with gone as (
      delete from resumable_uploads
      where safe_id = ${key.safeId} and upload_id = ${key.uploadId}
      and (${turn ?? null}::uuid is null or turn = ${turn ?? null}::uuid)
      returning safe_id, case when document_id is null then reserved_bytes else 0 end as bytes
    ), given as (
      update safes set storage_reserved = storage_reserved - gone.bytes
      from gone where safes.safe_id = gone.safe_id and gone.bytes > 0
    )
    select 1 from gone`.execute(tx);
  return rows.length > 0;
}

export const deletePieces = (tx: Tx, key: UploadKey) =>
  tx.deleteFrom('resumable_pieces').where(isUpload(key)).execute();

export const expiredUploads = (db: Db, now: Date): Promise<UploadKey[]> =>
  db
    .selectFrom('resumable_uploads')
    .select(['safe_id as safeId', 'upload_id as uploadId'])
    .where('expires_at', '<=', now)
    .limit(200)
    .execute();
