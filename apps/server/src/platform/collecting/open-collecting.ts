import { availableParallelism } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Tape } from '@perenne/collecting/tape';
import { openIsolation, type Isolation } from '../isolation/isolation.ts';
import type { Log } from '../log.ts';
import { makeTurnstile, takePlace } from '../turns/turnstile.ts';
import { CollectingStopped, type Agent, type Collecting } from './collecting.ts';
import { keepCollectorCodes, type CollectorCodes } from './collector-code.ts';
import { startProcess, type ProcessOptions } from './collector-process.ts';
import { judgeHost, noLocalReach, resolveByServers, type LocalReach, type Resolve } from './reach.ts';
import { readAgents } from './read-agents.ts';
import { CollectorRun } from './run-collector.ts';
import { usualLimits, type RunLimits } from './run-limits.ts';

export type CollectingOptions = {
  log: Log;
  isolation?: Isolation;
  /** Partners of the demonstration are offered where they have a stand-in. */
  local?: LocalReach;
  resolve?: Resolve;
  /** Another folder of collectors, for tests. */
  folder?: string;
  limits?: Partial<RunLimits>;
  /** Those that were made before, for tests: to compile a collector takes longer than to run it. */
  codes?: CollectorCodes;
  /** Keeps what partners say, for tests of collectors. */
  tape?: Tape;
  /** Hears what a collector prints, and why it fails in its own words: for its author alone. */
  explain?: (words: string) => void;
};

const ourCollectors = fileURLToPath(new URL('../../../collectors', import.meta.url));
/** All collectors of this release, those of the demonstration too. */
export const readOurAgents = () => readAgents(ourCollectors);

/** Runs collectors, each visit in a process of its own. */
export async function openCollecting(options: CollectingOptions): Promise<Collecting> {
  const { log, local = noLocalReach, resolve = (host) => resolveByServers(host), folder = ourCollectors } = options;
  const { explain, tape, isolation = openIsolation(log), codes = keepCollectorCodes() } = options;
  const limits = { ...usualLimits, ...options.limits };
  const agents = (await readAgents(folder)).flatMap((agent) => offeredBeside(local, agent));
  const processOptions = async (): Promise<ProcessOptions> => ({
    ...{ walls: await isolation.walls(), isHeard: explain !== undefined },
  });
  // A start is work of the processor alone, unlike the visit that follows it.
  const starts = makeTurnstile({ atOnce: availableParallelism(), waitingAtMost: Infinity });
  return {
    agents,
    documentsAtMost: limits.documents,
    async run(order, host, signal) {
      const agent = agents.find(({ id }) => id === order.agentId);
      if (!agent) throw new CollectingStopped('CRASH', { cause: new Error('there is no such collector any more') });
      const ofProcess = await processOptions();
      const code = await codes(path.join(folder, agent.id), ofProcess).catch((cause: unknown) => {
        throw new CollectingStopped('CRASH', { cause });
      });
      const onStarted = await takePlace(starts, signal).catch((cause: unknown) => {
        throw new CollectingStopped('STOPPED', { cause });
      });
      const visit = { agent, code, order, host, limits, local, resolve, tape, explain, onStarted };
      // A run that says nothing keeps no other from starting.
      const late = setTimeout(onStarted, limits.startMs);
      try {
        return await new CollectorRun(startProcess(ofProcess), visit).finish(signal);
      } finally {
        clearTimeout(late);
        // If the machine has no process left, nothing else gives the place back.
        onStarted();
      }
    },
    judgeHost: (host, port) => judgeHost(host, { port, local, resolve }),
  };
}

/** A partner of the demonstration is offered where it has a stand-in, whose site is then its site. */
function offeredBeside({ standIns }: LocalReach, agent: Agent): Agent[] {
  if (!agent.demonstration) return [agent];
  const standIn = standIns.find(({ host }) => agent.reaches.some((reach) => reach.host === host));
  if (!standIn) return [];
  return [{ ...agent, ...(agent.website !== undefined && { website: `http://127.0.0.1:${standIn.isAt}/` }) }];
}
