import { sql } from 'kysely';
import { DomainError } from '../../../platform/domain-error.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { waitForDisk } from '../../../platform/postgres/early-commit.ts';

/** An upload under way. `reservedBytes` is null where room does not count: employers’ deposits. */
export type Intent = { holderId: string; objectId: string; reservedBytes: number | null };

/**
 * An intent of this process. It is being written while the content comes, and is on the disk before the object gets
 * its name: a crash leaves no object without a row.
 */
export type AnnouncedIntent = Intent & { written: Promise<{ error: unknown } | null> };

/** Room is reserved as a content arrives, so much ahead: an announcement alone takes no more of a safe. */
export const aheadBytes = 1_000_000;

/** Longer than 100 MB take on the slowest line that is still a line. */
export const uploadLifeMs = 6 * 3_600_000;

const expiryOf = (platform: Platform): Date => new Date(platform.clock.now().getTime() + uploadLifeMs);

/**
 * Reserves room in a safe for the beginning of an upload of at most `wantedBytes`, or what room is left. Other uploads
 * of the safe wait for its row, and none of them for the disk.
 * @throws {DomainError} UserSpaceStorageFull where none is
 */
export async function reserveRoom(platform: Platform, safeId: string, wantedBytes: number): Promise<AnnouncedIntent> {
  const objectId = newId(platform.clock);
  const { rows } = await sql<{ bytes: number }>`
    with room as (
      select safe_id, least(${Math.min(wantedBytes, aheadBytes)}::bigint, storage_limit - storage_used - storage_reserved) as bytes
      from safes where safe_id = ${safeId} for update
    ), taken as (
      update safes set storage_reserved = storage_reserved + room.bytes
      from room where safes.safe_id = room.safe_id and room.bytes > 0
      returning room.bytes
    )
    insert into upload_intents (holder_id, object_id, reserved_bytes, expires_at)
    select ${safeId}::uuid, ${objectId}::uuid, bytes, ${expiryOf(platform)} from taken
    returning reserved_bytes as bytes`.execute(platform.relaxedDb);
  const reserved = rows[0];
  if (!reserved) throw new DomainError('UserSpaceStorageFull');
  const written = outcomeOf(waitForDisk(platform.db));
  return { holderId: safeId, objectId, reservedBytes: reserved.bytes, written };
}

/**
 * Reserves room for what has come of an upload, a megabyte ahead, or what room is left.
 * @throws {DomainError} UserSpaceStorageFull where that is too little; ServiceUnavailable where the janitor was first
 */
export async function reserveMore({ relaxedDb }: Platform, intent: Intent, cameBytes: number): Promise<void> {
  if (intent.reservedBytes === null || cameBytes <= intent.reservedBytes) return;
  const { holderId, objectId } = intent;
  const wantedBytes = cameBytes + aheadBytes - intent.reservedBytes;
  const { rows } = await sql<{ bytes: number }>`
    with room as (
      select safe_id, greatest(0, least(${wantedBytes}::bigint, storage_limit - storage_used - storage_reserved)) as bytes
      from safes where safe_id = ${holderId} for update
    ), grown as (
      update upload_intents set reserved_bytes = reserved_bytes + room.bytes
      from room where holder_id = ${holderId} and object_id = ${objectId}
      returning reserved_bytes, room.bytes
    ), taken as (
      update safes set storage_reserved = storage_reserved + grown.bytes from grown where safe_id = ${holderId}
    )
    select reserved_bytes as bytes from grown`.execute(relaxedDb);
  const grown = rows[0];
  if (!grown) throw new DomainError('ServiceUnavailable', { retryAfterSeconds: 1 });
  intent.reservedBytes = grown.bytes;
  if (cameBytes > grown.bytes) throw new DomainError('UserSpaceStorageFull');
}

/** Announces an upload that no room is counted for. The holder is a safe or an employer. */
export function announceUpload(platform: Platform, holderId: string): AnnouncedIntent {
  const objectId = newId(platform.clock);
  const announced = announceUploads(platform.db, { holderId, objectIds: [objectId], expiresAt: expiryOf(platform) });
  const written = outcomeOf(announced);
  return { holderId, objectId, reservedBytes: null, written };
}

const outcomeOf = (writing: Promise<unknown>): AnnouncedIntent['written'] =>
  writing.then(
    () => null,
    (error: unknown) => ({ error }),
  );

type Announced = { holderId: string; objectIds: readonly string[]; expiresAt: Date };

export const announceUploads = (db: Db, { holderId, objectIds, expiresAt }: Announced) =>
  sql`
    insert into upload_intents (holder_id, object_id, reserved_bytes, expires_at)
    select ${holderId}::uuid, object_id, 0, ${expiresAt}
    from unnest(${objectIds}::uuid[]) as object_id`.execute(db);

/** Ends what was announced and never begun. */
export const endAnnounced = (db: Db, { holderId, objectIds }: Omit<Announced, 'expiresAt'>) =>
  sql`delete from upload_intents where holder_id = ${holderId} and object_id = any(${objectIds}::uuid[])`.execute(db);

/** @throws what kept the intent from being written */
export async function requireWritten({ written }: AnnouncedIntent): Promise<void> {
  const failure = await written;
  if (failure) throw failure.error;
}

/** Ends an intent and gives its room back; false where the janitor was first. */
export async function endIntent(db: Db | Tx, { holderId, objectId }: Intent): Promise<boolean> {
  const { rows } = await sql`
    with ended as (
      delete from upload_intents where holder_id = ${holderId} and object_id = ${objectId}
      returning holder_id, reserved_bytes
    ), given as (
      update safes set storage_reserved = storage_reserved - ended.reserved_bytes
      from ended where safes.safe_id = ended.holder_id and ended.reserved_bytes > 0
    )
    select 1 from ended`.execute(db);
  return rows.length > 0;
}

/**
 * Clears what a failed or unneeded upload left. A commit whose answer was lost may have made it a document: then the
 * intent is gone, and the object stays. The lock waits for such a commit. The object goes last: of two that wait for
 * each other, PostgreSQL may give up this one, and the other has stored the document.
 */
export async function clearUpload(platform: Platform, intent: Intent): Promise<boolean> {
  const { holderId, objectId } = intent;
  return platform.relaxedDb.transaction().execute(async (tx) => {
    const held = await tx
      .selectFrom('upload_intents')
      .select('object_id')
      .where('holder_id', '=', holderId)
      .where('object_id', '=', objectId)
      .forUpdate()
      .executeTakeFirst();
    if (!held) return false;
    await endIntent(tx, intent);
    await platform.objects.remove(objectId);
    return true;
  });
}

/**
 * Clears a failed upload; the janitor clears what cannot be cleared now. If the janitor was first, because the upload
 * outlived its intent, no row names the object any more: it goes unless `failure` leaves it open whether a commit has
 * kept it.
 */
export async function dropUpload(platform: Platform, intent: AnnouncedIntent, failure?: unknown): Promise<void> {
  try {
    await intent.written;
    const isCleared = await clearUpload(platform, intent);
    const isUnused = failure === undefined || failure instanceof DomainError;
    if (!isCleared && isUnused) await platform.objects.remove(intent.objectId);
  } catch (error) {
    platform.log.warn({ err: error, objectId: intent.objectId }, 'what an upload left waits for the janitor');
  }
}

export const expiredIntents = (db: Db, now: Date) =>
  db
    .selectFrom('upload_intents')
    .select(['holder_id as holderId', 'object_id as objectId', 'reserved_bytes as reservedBytes'])
    .where('expires_at', '<=', now)
    .limit(200)
    .execute();
