import type { AgentStatus } from '@perenne/contract/collectors';
import type { Platform } from '../../../platform/platform.ts';
import type { Agent } from '../../../platform/collecting/collecting.ts';
import { neverSeen, noCollectors, statusOf, type AgentState } from './agents.rules.ts';
import { listAgentRows, listAllCollectors, setWord } from './agents.store.ts';

type Parts = Pick<Platform, 'db' | 'clock'>;

export type KnownAgent = { id: string; name: string; status: AgentStatus; since: Date };

/** The partners, as an operator sees them: of each its status, and since when it is so. */
export async function listKnownAgents({ db, clock }: Parts, agents: readonly Agent[]): Promise<KnownAgent[]> {
  const states = new Map((await listAgentRows(db)).map((row) => [row.agentId, row]));
  const all = await listAllCollectors(
    db,
    agents.map(({ id }) => id),
  );
  return agents.map(({ id, name }) => {
    const collectors = all.find(({ agentId }) => agentId === id) ?? noCollectors;
    return { id, name: name.en, ...statusOf(states.get(id) ?? neverSeen, collectors, clock.now()) };
  });
}

/** The operator's word on a partner; `RUNNING` takes it back, and lets runs begin again. */
export const setAgentStatus = (
  { db, clock }: Parts,
  agentId: string,
  status: 'RUNNING' | NonNullable<AgentState['word']>,
): Promise<void> => setWord(db, agentId, { word: status === 'RUNNING' ? null : status, now: clock.now() });
