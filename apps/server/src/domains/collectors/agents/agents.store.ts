import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { AgentState, Collectors } from './agents.rules.ts';

type AgentRow = AgentState & { agentId: string };

/** Those of which anything is known. */
export const listAgentRows = (db: Db | Tx): Promise<AgentRow[]> =>
  db
    .selectFrom('collector_agents')
    .select(['agent_id as agentId', 'word', 'word_since as wordSince', 'broken_since as brokenSince'])
    .select(['trial_at as trialAt', 'last_run_at as lastRunAt', 'open_since as openSince'])
    .execute();

export async function findAgentRow(db: Db | Tx, agentId: string): Promise<AgentRow | undefined> {
  return (await listAgentRows(db)).find((row) => row.agentId === agentId);
}

/** Looks at the collectors of each of these agents, in all safes: the first one by one look into an index. */
export async function listAllCollectors(db: Db | Tx, agentIds: readonly string[]) {
  const { rows } = await sql<Collectors & { agentId: string }>`
    select agent_id as "agentId", (
      select min(created_at) from collectors c where c.agent_id = a.agent_id
    ) as "oldestAt", exists (
      select from collectors c
      where c.agent_id = a.agent_id and (c.next_at is not null or c.status = 'SYNCHRONIZING')
    ) as "canTry"
    from unnest(${agentIds}::text[]) as a (agent_id)`.execute(db);
  return rows;
}

/** Holds what is known of an agent until the transaction ends, and notes that it ran. */
export async function noteRun(tx: Tx, agentId: string, now: Date): Promise<{ brokenSince: Date | null }> {
  return tx
    .insertInto('collector_agents')
    .values({ agent_id: agentId, word: null, last_run_at: now, open_since: now })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet({ last_run_at: now }))
    .returning('broken_since as brokenSince')
    .executeTakeFirstOrThrow();
}

export const countResult = (tx: Tx, agentId: string, result: string) =>
  sql`
    insert into collector_results (agent_id, result, runs) values (${agentId}, ${result}, 1)
    on conflict (agent_id, result) do update set runs = collector_results.runs + 1`.execute(tx);

export const listResults = (db: Db) =>
  db.selectFrom('collector_results').select(['agent_id as agentId', 'result', 'runs']).execute();

type Failing = { agentId: string; safeId: string; collectorId: string };

export const noteFailure = (tx: Tx, { agentId, safeId, collectorId }: Failing, now: Date) =>
  tx
    .insertInto('collector_agent_failures')
    .values({ agent_id: agentId, safe_id: safeId, collector_id: collectorId, failed_at: now })
    .onConflict((conflict) => conflict.columns(['agent_id', 'safe_id', 'collector_id']).doUpdateSet({ failed_at: now }))
    .execute();

export const forgetFailures = (tx: Tx, agentId: string) =>
  tx.deleteFrom('collector_agent_failures').where('agent_id', '=', agentId).execute();

export const listFailures = (tx: Tx, agentId: string) =>
  tx.selectFrom('collector_agent_failures').select('safe_id as safeId').where('agent_id', '=', agentId).execute();

/** How many safes have a collector of the agent; more than two are not counted. */
export async function countSafes(tx: Tx, agentId: string): Promise<number> {
  const rows = await tx
    .selectFrom('collectors')
    .select('safe_id')
    .distinct()
    .where('agent_id', '=', agentId)
    .limit(2)
    .execute();
  return rows.length;
}

export const setBroken = (tx: Tx, agentId: string, { since, trialAt }: { since: Date; trialAt: Date }) =>
  tx
    .updateTable('collector_agents')
    .set({ broken_since: since, trial_at: trialAt })
    .where('agent_id', '=', agentId)
    .execute();

export const setWorking = (tx: Tx, agentId: string, now: Date) =>
  tx
    .updateTable('collector_agents')
    .set({ broken_since: null, trial_at: null, open_since: now })
    .where('agent_id', '=', agentId)
    .execute();

/** Takes the trial of an agent that fails for everybody: false where another process has, or its time has not come. */
export async function takeTrial(db: Db, agentId: string, { now, next }: { now: Date; next: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('collector_agents')
    .set({ trial_at: next })
    .where('agent_id', '=', agentId)
    .where('trial_at', '<=', now)
    .where('word', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The operator's word; RUNNING takes it back, and what made the agent unavailable with it. */
export async function setWord(db: Db | Tx, agentId: string, { word, now }: { word: AgentState['word']; now: Date }) {
  const set = {
    ...{ word, word_since: word === null ? null : now },
    ...(word === null && { broken_since: null, trial_at: null, open_since: now }),
  };
  await db
    .insertInto('collector_agents')
    .values({ agent_id: agentId, ...set })
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(set))
    .execute();
  if (word === null) await db.deleteFrom('collector_agent_failures').where('agent_id', '=', agentId).execute();
}
