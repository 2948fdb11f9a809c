import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../../platform/postgres/db.ts';
import { holdSafe } from '../../arranging/arranging.store.ts';

type Queued = { safeId: string; documentIds: readonly string[]; now: Date };

/** They wait from now on. The row of the safe's turn is held until the transaction ends, so that nobody ends the turn. */
export const insertWaiting = (tx: Db | Tx, { safeId, documentIds, now }: Queued): Promise<unknown> =>
  sql`
    with waiting as (
      insert into waiting_readings (safe_id, document_id)
      select distinct ${safeId}::uuid, document_id from unnest(${documentIds}::uuid[]) document_id
      on conflict (safe_id, document_id)
        do update set asked = waiting_readings.asked + 1, tries = 0, held_until = null)
    insert into reading_turns (safe_id, next_at) values (${safeId}, ${now})
    on conflict (safe_id) do update set safe_id = excluded.safe_id`.execute(tx);

/**
 * The same for a document that another statement inserts: parts of its `with`, after `inserted`. The safe is held, so
 * a turn that is there stays.
 */
export const waitingParts = (
  { safeId, documentId }: { safeId: string; documentId: string },
  now: Date,
): RawBuilder<unknown> => sql`waiting as (
        insert into waiting_readings (safe_id, document_id) select ${safeId}::uuid, ${documentId}::uuid from inserted
      ), turn as (
        insert into reading_turns (safe_id, next_at) select ${safeId}::uuid, ${now}::timestamptz from inserted
        on conflict (safe_id) do nothing
      )`;

/** For safes of which documents wait without a turn: a process of an earlier version may have ended it meanwhile. */
export const insertMissingTurns = (db: Db, now: Date): Promise<unknown> =>
  sql`
    insert into reading_turns (safe_id, next_at)
    select distinct safe_id, ${now}::timestamptz from waiting_readings
    where safe_id not in (select safe_id from reading_turns)
    on conflict (safe_id) do nothing`.execute(db);

/** `isFirst`: which of the two places of the safe is taken. */
export type Turn = { safeId: string; isFirst: boolean };

/** The safe that waits longest and has a place; it goes behind the others. Null where there is none. */
export async function takeTurn(db: Db, { now, until }: { now: Date; until: Date }): Promise<Turn | null> {
  const { rows } = await sql<Turn>`
    with turn as (
      select safe_id, coalesce(first_until < ${now}, true) as is_first
      from reading_turns
      where (coalesce(first_until < ${now}, true) or coalesce(second_until < ${now}, true))
        and exists (
          select from waiting_readings w
          where w.safe_id = reading_turns.safe_id and coalesce(w.held_until < ${now}, true))
      order by next_at
      limit 1
      for update skip locked)
    update reading_turns r
    set next_at = ${now},
      first_until = case when is_first then ${until} else first_until end,
      second_until = case when is_first then second_until else ${until} end
    from turn
    where r.safe_id = turn.safe_id
    returning r.safe_id as "safeId", turn.is_first as "isFirst"`.execute(db);
  return rows[0] ?? null;
}

/**
 * Gives the place back, and ends the turns of a safe of which nothing waits any more. The safe is held, so that no
 * document is stored in it meanwhile. It goes behind those that came during its turn, too.
 */
export async function endTurn(db: Db, { safeId, isFirst }: Turn, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await holdSafe(tx, safeId);
    await tx
      .updateTable('reading_turns')
      .set({ next_at: now, ...(isFirst ? { first_until: null } : { second_until: null }) })
      .where('safe_id', '=', safeId)
      .execute();
    // A statement of its own: it sees what was queued while the row was waited for.
    await tx
      .deleteFrom('reading_turns')
      .where('safe_id', '=', safeId)
      .where('first_until', 'is', null)
      .where('second_until', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('waiting_readings').select('document_id').where('safe_id', '=', safeId))),
      )
      .execute();
  });
}

export type WaitingReading = { safeId: string; documentId: string; asked: number; tries: number };

/** The document of this safe that waits longest, those that failed behind the others; nobody else takes it until then. */
export async function takeWaiting(
  db: Db,
  { safeId, now, until }: { safeId: string; now: Date; until: Date },
): Promise<WaitingReading | null> {
  const { rows } = await sql<WaitingReading>`
    update waiting_readings set held_until = ${until}
    where safe_id = ${safeId} and document_id = (
      select document_id from waiting_readings
      where safe_id = ${safeId} and coalesce(held_until < ${now}, true)
      order by tries, document_id
      limit 1
      for update skip locked)
    returning safe_id as "safeId", document_id as "documentId", asked, tries`.execute(db);
  return rows[0] ?? null;
}

/** One that was asked for again meanwhile goes on waiting. */
export const removeWaiting = (db: Db, { safeId, documentId, asked }: WaitingReading) =>
  db
    .deleteFrom('waiting_readings')
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .where('asked', '=', asked)
    .execute();

/** It waits for another try, until then where a time is given. */
export const putOff = (db: Db, { safeId, documentId, asked }: WaitingReading, until: Date | null) =>
  db
    .updateTable('waiting_readings')
    .set((row) => ({ held_until: until, tries: row('tries', '+', 1) }))
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .where('asked', '=', asked)
    .execute();
