import type { AgentStatus } from '@perenne/contract/collectors';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { neverSeen, noCollectors, statusOf, type AgentState } from './agents.rules.ts';
import { listAgentRows, listAllCollectors } from './agents.store.ts';

export type Statuses = { of(agentId: string): { status: AgentStatus; since: Date } };

/** How the partners are, at this moment. */
export async function readStatuses(
  { collecting, clock }: Pick<Platform, 'collecting' | 'clock'>,
  db: Db | Tx,
): Promise<Statuses> {
  const agentIds = collecting.agents.map(({ id }) => id);
  const [rows, all] = await Promise.all([listAgentRows(db), listAllCollectors(db, agentIds)]);
  const states = new Map<string, AgentState>(rows.map((row) => [row.agentId, row]));
  const collectors = new Map(all.map((each) => [each.agentId, each]));
  const now = clock.now();
  return {
    of: (agentId) => statusOf(states.get(agentId) ?? neverSeen, collectors.get(agentId) ?? noCollectors, now),
  };
}
