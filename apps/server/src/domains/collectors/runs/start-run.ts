import type { CollectorStatus } from '@perenne/contract/collectors';
import type { Updateable } from 'kysely';
import { DomainError } from '../../../platform/domain-error.ts';
import { newId } from '../../../platform/identifiers.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { startsAnHour, visitsOfOneSafe } from '../collectors.rules.ts';
import { changeCollector, type CollectorKey } from '../collectors.store.ts';
import { countStart, insertRun, type QueuedRun } from './runs.store.ts';

/**
 * A run may take its ten minutes, and those of each code that is awaited. One that was lost starts again, to be ended:
 * what it had brought stays, and the collector tries anew at its time.
 */
export const runJob = job<QueuedRun>('collectors.run', {
  ...{ isLong: true, parallel: 12, timeoutSeconds: 7_200 },
  ...{ partyOf: ({ safeId }) => safeId, parallelOfOne: visitsOfOneSafe },
  ...{ retries: 5, retryDelaySeconds: 1 },
});

type Beginning = CollectorKey & {
  from: readonly CollectorStatus[];
  set?: Updateable<Tables['collectors']>;
};

/** Lets a collector that is in one of these states synchronise. False where it is not any more. */
export async function startRun(tx: Tx, platform: Platform, { set, ...beginning }: Beginning): Promise<boolean> {
  const { safeId, collectorId } = beginning;
  const runId = newId(platform.clock);
  const isBegun = await changeCollector(tx, beginning, {
    ...set,
    ...{ status: 'SYNCHRONIZING', run_id: runId, new_documents: 0 },
    ...{ alert: null, alert_since: null, alert_cause: null, retry_at: null, next_at: null },
  });
  if (!isBegun) return false;
  await insertRun(tx, {
    ...{ safe_id: safeId, collector_id: collectorId, run_id: runId },
    started_at: platform.clock.now(),
  });
  await platform.jobs.enqueue(tx, runJob, { safeId, collectorId, runId });
  return true;
}

/**
 * The same, for an owner who asks for it: what is refused is not counted.
 * @throws {DomainError} TooManyRequests
 */
export async function startByHand(tx: Tx, platform: Platform, beginning: Beginning): Promise<void> {
  const now = platform.clock.now();
  const { started, endsAt } = await countStart(tx, beginning.safeId, now);
  if (started > startsAnHour) {
    const retryAfterSeconds = Math.ceil((endsAt.getTime() - now.getTime()) / 1_000);
    throw new DomainError('TooManyRequests', { retryAfterSeconds });
  }
  await startRun(tx, platform, beginning);
}
