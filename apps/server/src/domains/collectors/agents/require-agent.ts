import { DomainError, InvalidRequest } from '../../../platform/domain-error.ts';
import type { Agent } from '../../../platform/collecting/collecting.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { mayBegin, neverSeen, noCollectors, trialPauseMs } from './agents.rules.ts';
import { findAgentRow, listAllCollectors } from './agents.store.ts';
import { checkCredentials, namedHosts, type Credentials } from '../credentials.rules.ts';

/**
 * An agent that failed for everybody is open to whoever can try it where no other collector is left to.
 * @throws {DomainError} AgentUnavailable: it fails for everybody, the operator says so, or it is offered no more
 */
export async function requireOpenAgent(platform: Platform, agentId: string, db: Db | Tx = platform.db): Promise<Agent> {
  const agent = platform.collecting.agents.find(({ id }) => id === agentId);
  const state = (await findAgentRow(db, agentId)) ?? neverSeen;
  const [collectors = noCollectors] = await listAllCollectors(db, [agentId]);
  if (!agent || !mayBegin(state, collectors))
    throw new DomainError('AgentUnavailable', { retryAfterSeconds: trialPauseMs / 1_000 });
  return agent;
}

/** The credentials as they are kept. @throws {InvalidRequest} on each field that is wrong, and on hosts that may not be reached */
export async function requireCredentials(platform: Platform, agent: Agent, given: Credentials): Promise<Credentials> {
  const checked = checkCredentials(agent, given);
  if ('broken' in checked) throw new InvalidRequest(checked.broken);
  for (const { field, portField, host, port } of namedHosts(agent, checked.kept)) {
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new InvalidRequest([{ field: `credentials.${portField}`, rule: 'value' }]);
    if ((await platform.collecting.judgeHost(host, port)) === 'refused')
      throw new InvalidRequest([{ field: `credentials.${field}`, rule: 'host' }]);
  }
  return checked.kept;
}
