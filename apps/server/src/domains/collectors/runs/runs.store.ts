import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import type { CollectorKey } from '../collectors.store.ts';

export type RunKey = CollectorKey & { runId: string };
/** `turn`: how often it was put back into the queue. */
export type QueuedRun = RunKey & { turn?: number };

export const runsKept = 30;

const hourMs = 3_600_000;

/** Counts a visit that the owner begins. Returns how many there are in its hour, and when that ends. */
export async function countStart(tx: Tx, safeId: string, now: Date): Promise<{ started: number; endsAt: Date }> {
  const isOver = sql<boolean>`collector_starts.since <= ${new Date(now.getTime() - hourMs)}`;
  const { rows } = await sql<{ started: number; since: Date }>`
    insert into collector_starts (safe_id, since, started) values (${safeId}, ${now}, 1)
    on conflict (safe_id) do update set
      since = case when ${isOver} then excluded.since else collector_starts.since end,
      started = case when ${isOver} then 1 else collector_starts.started + 1 end
    returning started, since`.execute(tx);
  const [counted] = rows;
  if (!counted) throw new Error('a start was not counted');
  return { started: counted.started, endsAt: new Date(counted.since.getTime() + hourMs) };
}

export const insertRun = (tx: Tx, row: Insertable<Tables['collector_runs']>) =>
  tx.insertInto('collector_runs').values(row).execute();

/**
 * `lost`: a process had begun it before. `waits`: its safe has as many visits as it may. `ended`: it is over, or a later
 * job has it.
 */
export type TakenRun = 'begun' | 'lost' | 'waits' | 'ended';

/** Takes a run, whose visit begins now. The caller holds the safe: no two of its runs are counted at once. */
export async function takeRun(
  tx: Tx,
  { safeId, runId, turn = 0 }: QueuedRun,
  { now, atOnce }: { now: Date; atOnce: number },
): Promise<TakenRun> {
  const underWay = await tx
    .selectFrom('collector_runs')
    .select(['run_id as runId', 'taken', 'turn'])
    .where('safe_id', '=', safeId)
    .where('ended_at', 'is', null)
    .execute();
  const run = underWay.find((each) => each.runId === runId);
  if (run?.turn !== turn) return 'ended';
  if (run.taken > 0) return 'lost';
  if (underWay.filter(({ taken }) => taken > 0).length >= atOnce) {
    await updateRun(tx, { safeId, runId }, { turn: turn + 1 });
    return 'waits';
  }
  await updateRun(tx, { safeId, runId }, { taken: 1, started_at: now });
  return 'begun';
}

/** Whether the run is still the collector's own. */
export async function isUnderWay(db: Db | Tx, { safeId, collectorId, runId }: RunKey): Promise<boolean> {
  const row = await db
    .selectFrom('collectors')
    .select('run_id')
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .where('run_id', '=', runId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Holds the collector of a run that is under way; undefined where it has another run, or none. */
export const lockUnderWay = (tx: Tx, { safeId, collectorId, runId }: RunKey) =>
  tx
    .selectFrom('collectors')
    .select(['agent_id as agentId', 'account_tag as accountTag', 'failures', 'faults', 'new_documents as newDocuments'])
    .select(['category_id as categoryId', 'sealed'])
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .where('run_id', '=', runId)
    .forUpdate()
    .executeTakeFirst();

export const countDocument = async (tx: Tx, { safeId, collectorId, runId }: RunKey): Promise<void> => {
  await sql`
    with counted as (
      update collector_runs set new_documents = new_documents + 1 where safe_id = ${safeId} and run_id = ${runId}
    )
    update collectors set new_documents = new_documents + 1
    where safe_id = ${safeId} and collector_id = ${collectorId}`.execute(tx);
};

export const updateRun = (
  tx: Tx,
  { safeId, runId }: Pick<RunKey, 'safeId' | 'runId'>,
  set: Updateable<Tables['collector_runs']>,
) => tx.updateTable('collector_runs').set(set).where('safe_id', '=', safeId).where('run_id', '=', runId).execute();

/**
 * Runs that were interrupted where nobody noticed: they began so long ago, or no job is left to begin them. One that
 * waits in the queue is none, however long the queue is.
 */
export const selectForgotten = (db: Db, { before, jobName }: { before: Date; jobName: string }) =>
  db
    .selectFrom('collector_runs as r')
    .select(['r.safe_id as safeId', 'r.collector_id as collectorId', 'r.run_id as runId'])
    .where('r.ended_at', 'is', null)
    .where('r.started_at', '<=', before)
    .where(({ or, eb }) =>
      or([
        eb('r.taken', '>', 0),
        sql<boolean>`not exists (
          select from pgboss.job j
          where j.name = ${jobName} and j.state in ('created', 'retry', 'active')
            and j.data ->> 'runId' = r.run_id::text)`,
      ]),
    )
    .limit(200)
    .execute();

export const deleteOldRuns = (tx: Tx, { safeId, collectorId }: CollectorKey) =>
  sql`
    delete from collector_runs
    where safe_id = ${safeId} and collector_id = ${collectorId} and run_id < (
      select run_id from collector_runs where safe_id = ${safeId} and collector_id = ${collectorId}
      order by run_id desc offset ${runsKept - 1} limit 1)`.execute(tx);

/** The newest first. */
export const listRunRows = (db: Db, { safeId, collectorId }: CollectorKey) =>
  db
    .selectFrom('collector_runs')
    .select(['run_id as runId', 'started_at as startedAt', 'ended_at as endedAt', 'result'])
    .select(['new_documents as newDocuments', 'sealed_skipped as sealedSkipped'])
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .orderBy('run_id', 'desc')
    .limit(runsKept)
    .execute();

type Known = { safeId: string; collectorId: string; tag: Buffer; formerTags: readonly Buffer[] };

/**
 * Whether a document has come before: by this collector, whatever became of it, or by another one of the account, while
 * the safe or its trash holds it.
 */
export async function isKnownDocument(db: Db | Tx, { safeId, collectorId, tag, formerTags }: Known): Promise<boolean> {
  const { rows } = await sql`
    select 1 from collector_documents c
    where c.safe_id = ${safeId} and c.identity_tag in (${sql.join([tag, ...formerTags])}) and (
      c.collector_id = ${collectorId} or exists (
        select 1 from documents d where d.safe_id = c.safe_id and d.document_id = c.document_id))`.execute(db);
  return rows.length > 0;
}

type Identity = { safeId: string; identityTag: Buffer; collectorId: string };

/** Keeps what came, or was skipped: `documentId` is null then. */
export const rememberDocument = (tx: Tx, identity: Identity & { documentId: string | null }) =>
  tx
    .insertInto('collector_documents')
    .values({
      safe_id: identity.safeId,
      identity_tag: identity.identityTag,
      collector_id: identity.collectorId,
      document_id: identity.documentId,
    })
    .onConflict((conflict) =>
      conflict.columns(['safe_id', 'identity_tag', 'collector_id']).doUpdateSet({ document_id: identity.documentId }),
    )
    .execute();
