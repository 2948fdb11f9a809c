import { sql, type Insertable, type Updateable } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import { visitsOfOneSafe } from './collectors.rules.ts';

type Row = Tables['collectors'];
export type CollectorKey = { safeId: string; collectorId: string };

const columns = [
  'c.collector_id as collectorId',
  'c.agent_id as agentId',
  'c.account_tag as accountTag',
  'c.sealed',
  'c.sealed_credentials as sealedCredentials',
  'c.sealed_memory as sealedMemory',
  'c.status',
  'c.run_id as runId',
  'c.alert',
  'c.alert_since as alertSince',
  'c.alert_cause as alertCause',
  'c.retry_at as retryAt',
  'c.failures',
  'c.faults',
  'c.new_documents as newDocuments',
  'c.last_synchronised_at as lastSynchronisedAt',
  'c.next_at as nextAt',
  'c.by_hand_at as byHandAt',
  'c.created_at as createdAt',
  // Absent where its owner has removed it since.
  'g.category_id as categoryId',
] as const;

/** With the code that its run awaits, where it does, whether its run waits for others of the safe, and how many of its documents the safe holds. */
const selectCollectors = (db: Db | Tx, safeId: string) =>
  db
    .selectFrom('collectors as c')
    .leftJoin('categories as g', (join) =>
      join.onRef('g.safe_id', '=', 'c.safe_id').onRef('g.category_id', '=', 'c.category_id'),
    )
    .leftJoin('collector_codes as k', (join) =>
      join
        .onRef('k.safe_id', '=', 'c.safe_id')
        .onRef('k.collector_id', '=', 'c.collector_id')
        .onRef('k.run_id', '=', 'c.run_id')
        .on('k.state', '=', 'AWAITED'),
    )
    .leftJoin('collector_runs as r', (join) =>
      join.onRef('r.safe_id', '=', 'c.safe_id').onRef('r.run_id', '=', 'c.run_id'),
    )
    .select(columns)
    .select(
      sql<boolean>`coalesce(r.taken = 0, false) and ${visitsOfOneSafe} <= (
        select count(*) from collector_runs where safe_id = ${safeId} and ended_at is null and taken > 0)`.as(
        'waitsForTurn',
      ),
    )
    .select(['k.expires_at as codeExpiresAt', 'k.can_resend_at as codeCanResendAt', 'k.is_after_wrong as isAfterWrong'])
    .select((is) =>
      is
        .selectFrom('documents as d')
        .select((d) => d.fn.countAll<number>().as('held'))
        .whereRef('d.safe_id', '=', 'c.safe_id')
        .whereRef('d.origin_id', '=', 'c.collector_id')
        // Written out, so that its index is known to answer.
        .where(sql<boolean>`d.added_by = 'collector'`)
        .where('d.trashed_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('collectedDocuments'),
    )
    .where('c.safe_id', '=', safeId);

export type CollectorRow = Awaited<ReturnType<typeof listCollectorRows>>[number];

/** The first made first: a safe has 30 at the most. */
export const listCollectorRows = (db: Db, safeId: string) =>
  selectCollectors(db, safeId).orderBy('c.collector_id').execute();

export const findCollector = (db: Db | Tx, { safeId, collectorId }: CollectorKey) =>
  selectCollectors(db, safeId).where('c.collector_id', '=', collectorId).executeTakeFirst();

export const countCollectors = async (db: Db | Tx, safeId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('collectors')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('safe_id', '=', safeId)
    .executeTakeFirstOrThrow();
  return count;
};

export const hasAccount = async (tx: Tx, safeId: string, accountTag: Buffer): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('collectors')
    .select('collector_id as collectorId')
    .where('safe_id', '=', safeId)
    .where('account_tag', '=', accountTag)
    .executeTakeFirst();
  return row?.collectorId;
};

export const insertCollector = (tx: Tx, row: Insertable<Row>) => tx.insertInto('collectors').values(row).execute();

/** Changes a collector that is in one of these states. False where it is not any more. */
export async function changeCollector(
  tx: Tx,
  { safeId, collectorId, from }: CollectorKey & { from: readonly Row['status'][] },
  set: Updateable<Row>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('collectors')
    .set(set)
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .where('status', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Skipped documents, and those no longer in the safe, are forgotten with it. */
export async function deleteCollector(tx: Tx, { safeId, collectorId }: CollectorKey): Promise<void> {
  await sql`
    delete from collector_documents c
    where c.safe_id = ${safeId} and c.collector_id = ${collectorId} and not exists (
      select 1 from documents d where d.safe_id = c.safe_id and d.document_id = c.document_id)`.execute(tx);
  await tx.deleteFrom('collectors').where('safe_id', '=', safeId).where('collector_id', '=', collectorId).execute();
}

/** Those that it brought and that are kept. */
export async function selectCollected(tx: Tx, { safeId, collectorId }: CollectorKey): Promise<string[]> {
  const rows = await tx
    .selectFrom('documents')
    .select('document_id as documentId')
    .where('safe_id', '=', safeId)
    .where('origin_id', '=', collectorId)
    .where(sql<boolean>`added_by = 'collector'`)
    .where('trashed_at', 'is', null)
    .execute();
  return rows.map(({ documentId }) => documentId);
}

type Due = { now: Date; openAgents: readonly string[]; limit: number };

/** Over all safes, those that wait longest first. */
export const selectDue = (db: Db, { now, openAgents, limit }: Due) =>
  db
    .selectFrom('collectors')
    .select(['safe_id as safeId', 'collector_id as collectorId'])
    .where('next_at', '<=', now)
    .where(sql<boolean>`agent_id = any(${openAgents}::text[])`)
    .orderBy('next_at')
    .limit(limit)
    .execute();

/**
 * The one of an agent that failed least often in a row, whether its time has come or not: a few accounts that fail for
 * themselves do not keep a partner closed to all others.
 */
export const findForTrial = (db: Db, agentId: string) =>
  db
    .selectFrom('collectors')
    .select(['safe_id as safeId', 'collector_id as collectorId'])
    .where('agent_id', '=', agentId)
    .where('next_at', 'is not', null)
    .orderBy('failures')
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst();
