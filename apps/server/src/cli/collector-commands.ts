import { readConfig } from '../config.ts';
import { listKnownAgents, setAgentStatus, type KnownAgent } from '../domains/collectors/collectors.ts';
import { readOurAgents } from '../platform/collecting/open-collecting.ts';
import { openLog } from '../platform/log.ts';
import { UsageError, type Command } from './command.ts';
import { asOperator } from './open-operator.ts';

const words = ['RUNNING', 'IN_MAINTENANCE', 'UNAVAILABLE', 'ZOMBIE'] as const;

export const agentsCommand: Command = {
  name: 'collectors agents',
  usage: `collectors agents [AGENT ${words.join('|')}]`,
  summary: 'List the states of the partners of collectors, or set the state of one. RUNNING removes what was set.',
  options: {},
  run: async ({ positionals }, { out, environment }) => {
    const config = readConfig(environment);
    const agents = (await readOurAgents()).filter(({ demonstration }) => config.demo || !demonstration);
    const [agentId, asked, ...others] = positionals;
    const status = words.find((word) => word === asked);
    if (others.length > 0 || (agentId !== undefined && status === undefined))
      throw new UsageError(`Name an agent and one of ${words.join(', ')}.`);
    if (agentId !== undefined && !agents.some(({ id }) => id === agentId))
      throw new UsageError(`There is no agent ${agentId}.`);
    const known = await asOperator(config, openLog('error'), async (platform) => {
      if (agentId !== undefined && status) await setAgentStatus(platform, agentId, status);
      return listKnownAgents(platform, agents);
    });
    for (const agent of known) out.write(`${lineOf(agent)}\n`);
    return 0;
  },
};

const lineOf = ({ id, name, status, since }: KnownAgent): string =>
  [id.padEnd(20), status.padEnd(16), since.toISOString().slice(0, 16).padEnd(18), name].join('');
