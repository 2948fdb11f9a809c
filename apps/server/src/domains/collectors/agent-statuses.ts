import type { AgentStatus } from '@perenne/contract/collectors';
import type { Platform } from '../../platform/platform.ts';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import { neverSeen, statusOf, type AgentState } from './agents.rules.ts';
import { listAgentRows, listOldest } from './agents.store.ts';

export type Statuses = { of(agentId: string): { status: AgentStatus; since: Date } };

/** How the partners are, at this moment. */
export async function readStatuses(
  { collecting, clock }: Pick<Platform, 'collecting' | 'clock'>,
  db: Db | Tx,
): Promise<Statuses> {
  const agentIds = collecting.agents.map(({ id }) => id);
  const [rows, oldest] = await Promise.all([listAgentRows(db), listOldest(db, agentIds)]);
  const states = new Map<string, AgentState>(rows.map((row) => [row.agentId, row]));
  const firsts = new Map(oldest.map(({ agentId, oldestAt }) => [agentId, oldestAt]));
  const now = clock.now();
  return {
    of: (agentId) => statusOf(states.get(agentId) ?? neverSeen, { oldestAt: firsts.get(agentId) ?? null }, now),
  };
}
