import { actOnDue } from '../../../platform/jobs/act-on-due.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isOpen, trialPauseMs } from '../agents/agents.rules.ts';
import { listAgentRows, takeTrial } from '../agents/agents.store.ts';
import { findForTrial, selectDue, type CollectorKey } from '../collectors.store.ts';
import { selectForgotten } from './runs.store.ts';
import { settleRun } from './settle-run.ts';
import { runJob, startRun } from './start-run.ts';

const atATime = 500;
/** Longer than any run with its codes: whoever had it is gone. */
const forgottenMs = 2 * 3_600_000;

/** Lets the collectors synchronise whose time has come, and tries partners that failed for everybody. Returns how many. */
export async function startDueRuns(platform: Platform, signal?: AbortSignal): Promise<number> {
  const { db, clock } = platform;
  const now = clock.now();
  const agents = await listAgentRows(db);
  const closed = new Set(agents.filter((agent) => !isOpen(agent)).map(({ agentId }) => agentId));
  // Collectors of an agent that is offered no more wait too.
  const openAgents = platform.collecting.agents.map(({ id }) => id).filter((id) => !closed.has(id));
  let started = 0;
  for (const { agentId } of agents.filter(({ word, trialAt }) => word === null && trialAt && trialAt <= now))
    if (await startTrial(platform, agentId)) started += 1;
  for (;;) {
    const due = await selectDue(db, { now, openAgents, limit: atATime });
    for (const key of due) {
      signal?.throwIfAborted();
      if (await start(platform, key)) started += 1;
    }
    if (due.length < atATime) return started;
  }
}

const start = (platform: Platform, key: CollectorKey): Promise<boolean> =>
  platform.db.transaction().execute((tx) => startRun(tx, platform, { ...key, from: ['ENABLED'] }));

async function startTrial(platform: Platform, agentId: string): Promise<boolean> {
  const now = platform.clock.now();
  const next = new Date(now.getTime() + trialPauseMs);
  if (!(await takeTrial(platform.db, agentId, { now, next }))) return false;
  const key = await findForTrial(platform.db, agentId);
  return key !== undefined && start(platform, key);
}

/** Ends runs whose process or job is gone, as after a database that was brought back from a copy. */
export async function endForgottenRuns(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - forgottenMs);
  await actOnDue(platform, {
    select: () => selectForgotten(platform.db, { before, jobName: runJob.name }),
    idsOf: (key) => key,
    act: async (key) => {
      await settleRun(platform, key, { code: 'INTERRUPTED' });
      return true;
    },
    failure: 'a run that was forgotten could not be ended',
  });
}
