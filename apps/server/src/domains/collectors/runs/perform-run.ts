import { setTimeout as wait } from 'node:timers/promises';
import { CollectingStopped } from '../../../platform/collecting/collecting.ts';
import { DomainError } from '../../../platform/domain-error.ts';
import { isPartAway } from '../../../platform/http/error-handler.ts';
import type { JobRun } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { UnknownSafe } from '../../../platform/sealing/vault.ts';
import { holdSafe } from '../../documents/documents.ts';
import { visitsOfOneSafe, type EndingCode } from '../collectors.rules.ts';
import { findCollector, type CollectorRow } from '../collectors.store.ts';
import { documentsKey, formerDocumentsKey } from '../credentials.rules.ts';
import { hostOf } from './run-host.ts';
import { isUnderWay, takeRun, type QueuedRun, type RunKey, type TakenRun } from './runs.store.ts';
import { accountTag, openCollector, openCredentials, openMemory, sealMemory } from '../sealed-collector.ts';
import { settleRun } from './settle-run.ts';
import { runJob } from './start-run.ts';

/** The same job, a moment later: until then the queue sees how many visits its safe has. */
const turnAgain: typeof runJob = { ...runJob, afterSeconds: 2 };

/**
 * Visits the partner for a collector, and settles the outcome. A run that a lost process had begun is ended; one that the
 * queue gives too early waits on in the queue.
 */
export async function performRun(
  platform: Platform,
  { turn = 0, ...key }: QueuedRun,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const taken = await platform.db.transaction().execute((tx) => take(tx, platform, { ...key, turn }));
  if (taken === 'lost') return settleRun(platform, key, { code: 'INTERRUPTED' });
  if (taken !== 'begun') return;
  const row = await findCollector(platform.db, key);
  if (!row || row.runId !== key.runId) return;
  const watch = watchRun(platform, key, signal);
  try {
    const memory = await visit(platform, key, { row, signal: watch.signal });
    await settleRun(platform, key, { code: null, memory });
  } catch (error) {
    // The safe, or the collector, or this run of it is gone: there is nothing to settle.
    if (error instanceof UnknownSafe) return;
    await settleRun(platform, key, { code: codeOf(platform, key, error) });
  } finally {
    watch.stop();
  }
}

async function take(tx: Tx, platform: Platform, run: Required<QueuedRun>): Promise<TakenRun> {
  await holdSafe(tx, run.safeId);
  const taken = await takeRun(tx, run, { now: platform.clock.now(), atOnce: visitsOfOneSafe });
  if (taken === 'waits') await platform.jobs.enqueue(tx, turnAgain, { ...run, turn: run.turn + 1 });
  return taken;
}

type Visiting = { row: CollectorRow; signal: AbortSignal };

/** The credentials are open for this visit alone. Gives what is to be remembered, sealed. */
async function visit(platform: Platform, key: RunKey, { row, signal }: Visiting): Promise<Buffer> {
  const { safeId, collectorId } = key;
  const keys = await platform.vault.keysOf(safeId, 'collecting');
  const { accountName, since } = openCollector(keys, collectorId, row.sealed);
  const credentials = openCredentials(keys, collectorId, row.sealedCredentials);
  const order = {
    ...{ agentId: row.agentId, since, credentials },
    memory: row.sealedMemory ? openMemory(keys, collectorId, row.sealedMemory) : null,
  };
  const agent = platform.collecting.agents.find(({ id }) => id === row.agentId);
  const tagOf = (account: string) => accountTag(keys, row.agentId, account);
  const host = hostOf(platform, key, {
    ...{ keys, accountName, since },
    documentsTag: agent ? tagOf(documentsKey(agent, credentials)) : row.accountTag,
    formerTags: [...(agent ? [tagOf(formerDocumentsKey(agent, credentials))] : []), row.accountTag],
  });
  return sealMemory(keys, collectorId, await platform.collecting.run(order, host, signal));
}

/** Errors of the partner's and of limits are returned by their code; others are ours, and are logged. */
function codeOf({ log }: Platform, key: RunKey, error: unknown): EndingCode {
  if (error instanceof DomainError && error.code === 'UserSpaceStorageFull') return 'NO_ROOM';
  const { collectorId, runId } = key;
  if (isPartAway(error)) {
    log.warn({ err: error, collectorId, runId }, 'a run of a collector ended since a part does not answer');
    return 'PART_AWAY';
  }
  if (!(error instanceof CollectingStopped)) {
    log.error({ err: error, collectorId, runId }, 'a run of a collector failed');
    return 'FAULT';
  }
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  log.info({ collectorId, runId, code: error.code, cause }, 'a run of a collector ended before its end');
  return error.code;
}

const lookEveryMs = 1_000;

/** Ends a run that is the collector’s no more: its owner has deactivated or deleted it, or another process has ended it. */
function watchRun(platform: Platform, key: RunKey, signal: AbortSignal): { signal: AbortSignal; stop(): void } {
  const gone = new AbortController();
  const over = new AbortController();
  const look = async () => {
    while (!over.signal.aborted) {
      await wait(lookEveryMs, undefined, { signal: over.signal });
      if (!(await isUnderWay(platform.db, key))) gone.abort();
    }
  };
  look().catch((error: unknown) => {
    if (!over.signal.aborted) platform.log.warn({ err: error, runId: key.runId }, 'a run cannot be watched');
  });
  return { signal: AbortSignal.any([signal, gone.signal]), stop: () => over.abort() };
}
