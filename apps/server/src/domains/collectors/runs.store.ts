import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { CollectorKey } from './collectors.store.ts';

export type RunKey = CollectorKey & { runId: string };

export const runsKept = 30;

export const insertRun = (tx: Tx, row: Insertable<Tables['collector_runs']>) =>
  tx.insertInto('collector_runs').values(row).execute();

/** How often it has been taken, with this time; undefined where the run has ended. */
export async function takeRun(db: Db, { safeId, runId }: RunKey): Promise<number | undefined> {
  const row = await db
    .updateTable('collector_runs')
    .set((is) => ({ taken: is('taken', '+', 1) }))
    .where('safe_id', '=', safeId)
    .where('run_id', '=', runId)
    .where('ended_at', 'is', null)
    .returning('taken')
    .executeTakeFirst();
  return row?.taken;
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

/** Runs that were interrupted where nobody noticed. */
export const selectForgotten = (db: Db, before: Date) =>
  db
    .selectFrom('collector_runs')
    .select(['safe_id as safeId', 'collector_id as collectorId', 'run_id as runId'])
    .where('ended_at', 'is', null)
    .where('started_at', '<=', before)
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

type Identity = { safeId: string; identityTag: Buffer; collectorId: string };

/**
 * Whether a document has come before: by this collector, whatever became of it, or by another one of the account, while
 * the safe or its trash holds it.
 */
export async function isKnownDocument(db: Db | Tx, { safeId, identityTag, collectorId }: Identity): Promise<boolean> {
  const { rows } = await sql`
    select 1 from collector_documents c
    where c.safe_id = ${safeId} and c.identity_tag = ${identityTag} and (
      c.collector_id = ${collectorId} or exists (
        select 1 from documents d where d.safe_id = c.safe_id and d.document_id = c.document_id))`.execute(db);
  return rows.length > 0;
}

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
      conflict
        .columns(['safe_id', 'identity_tag'])
        .doUpdateSet({ collector_id: identity.collectorId, document_id: identity.documentId }),
    )
    .execute();
