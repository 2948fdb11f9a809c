import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { deleteReturnsOf } from '../federation/federation.store.ts';
import { deletePendingOf } from '../second-factor/pending-sign-ins.store.ts';

type SessionKey = { safeId: string; sessionId: string };

export type SessionRow = SessionKey & { openedAt: Date; endsAt: Date; sealedAgent: Buffer };

export const insertSession = (tx: Tx, { safeId, sessionId, openedAt, endsAt, sealedAgent }: SessionRow) =>
  tx
    .insertInto('sessions')
    .values({
      safe_id: safeId,
      session_id: sessionId,
      created_at: openedAt,
      refreshed_at: openedAt,
      ends_at: endsAt,
      sealed_agent: sealedAgent,
    })
    .execute();

const openAt = (key: SessionKey, now: Date) =>
  sql<boolean>`safe_id = ${key.safeId} and session_id = ${key.sessionId} and closed_at is null and ends_at > ${now}`;

/** Whether the session is open: on the path of every request, and so written out. Its account is held by the foreign key. */
export async function isSessionOpen(db: Db | Tx, key: SessionKey, now: Date): Promise<boolean> {
  const { rows } = await sql`select from sessions where ${openAt(key, now)}`.execute(db);
  return rows.length > 0;
}

export type Refresh = SessionKey & { now: Date; idleEnd: Date; longestMs: number };

/** When the session ends now; absent when it is over. */
export const refreshSession = (db: Db, { now, idleEnd, longestMs, ...key }: Refresh) =>
  db
    .updateTable('sessions')
    .set({
      refreshed_at: now,
      ends_at: sql<Date>`least(${idleEnd}::timestamptz, created_at + ${longestMs} * interval '1 millisecond')`,
    })
    .where(openAt(key, now))
    .returning('ends_at as endsAt')
    .executeTakeFirst();

/** False when it was over already. */
export async function closeSession(tx: Tx, key: SessionKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ closed_at: now })
    .where(openAt(key, now))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Every open session of the safe but one where it is named, every sign-in whose second factor is
 * awaited, and every return from the federation that still opens something.
 */
export async function closeSessions(
  tx: Tx,
  safeId: string,
  { now, except }: { now: Date; except?: string | undefined },
): Promise<void> {
  await deletePendingOf(tx, safeId);
  await deleteReturnsOf(tx, safeId);
  await tx
    .updateTable('sessions')
    .set({ closed_at: now })
    .where('safe_id', '=', safeId)
    .where('closed_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('session_id', '!=', String(except)))
    .execute();
}

/** The last seen first. */
type OpenOnes = { safeId: string; now: Date };
/** The place of a session in their list. */
type SessionPosition = { lastSeenAt: Date; sessionId: string };

const openSessions = (db: Db, { safeId, now }: OpenOnes) =>
  db.selectFrom('sessions').where('safe_id', '=', safeId).where('closed_at', 'is', null).where('ends_at', '>', now);

/** The last seen first; one more than asked, to know whether others follow. */
export function listOpenSessions(
  db: Db,
  open: OpenOnes,
  { after, limit }: { after: SessionPosition | null; limit: number },
) {
  const rows = openSessions(db, open)
    .select([
      'session_id as sessionId',
      'created_at as openedAt',
      'refreshed_at as lastSeenAt',
      'sealed_agent as sealed',
    ])
    .orderBy('refreshed_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(limit + 1);
  if (!after) return rows.execute();
  const { lastSeenAt, sessionId } = after;
  return rows
    .where(sql<boolean>`(refreshed_at, session_id) < (${lastSeenAt}::timestamptz, ${sessionId}::uuid)`)
    .execute();
}

export async function countOpenSessions(db: Db, open: OpenOnes): Promise<number> {
  const { count } = await openSessions(db, open)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const deleteSessionsEndedBefore = (db: Db, instant: Date) =>
  db
    .deleteFrom('sessions')
    .where(({ eb, or }) => or([eb('ends_at', '<', instant), eb('closed_at', '<', instant)]))
    .execute();
