import { handles, job, type Job, type JobHandler, type NoData } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { restoreCheckpointFiles, writeCheckpoint } from './checkpoint-files.ts';
import { findCheckpoint, listUnstamped } from './checkpoints.store.ts';
import { makeCheckpoint, stampJob } from './make-checkpoint.ts';
import { presentOne } from './renewal/read-records.ts';
import { renewalHandlers, renewalJobs } from './renewal/renewal.jobs.ts';
import { stampCheckpoint } from './stamp-checkpoint.ts';

/** Twice an hour, so that no head waits for an hour even where the worker is late. */
const checkpointJob = job<NoData>('evidence.checkpoint', { cron: '*/30 * * * *', parallel: 1, timeoutSeconds: 3_000 });

const stampsAtATime = 500;

/** A checkpoint, and what earlier ones lack still: files, and timestamps whose jobs have given up. */
export async function keepLog(platform: Platform, signal?: AbortSignal): Promise<void> {
  await makeCheckpoint(platform);
  if (platform.timestamps.enabled)
    for (const data of await listUnstamped(platform.db, stampsAtATime))
      await platform.jobs.enqueue(platform.db, stampJob, data);
  await restoreCheckpointFiles(platform, signal);
}

/** Written at once, and again with the timestamp, which is asked for though a folder is away. */
async function publishCheckpoint(platform: Platform, n: number): Promise<void> {
  const checkpoint = await findCheckpoint(platform.db, n);
  if (!checkpoint) return;
  const [, stamped] = await Promise.allSettled([
    writeCheckpoint(platform, await presentOne(platform.db, checkpoint)),
    stampCheckpoint(platform, n),
  ]);
  if (stamped.status === 'rejected') throw stamped.reason;
  await writeCheckpoint(platform, stamped.value);
}

export const allEvidenceJobs: ReadonlyArray<Job<never>> = [checkpointJob, stampJob, ...renewalJobs];

export const evidenceJobs = (platform: Platform): JobHandler[] => [
  handles(checkpointJob, (_data, { signal }) => keepLog(platform, signal)),
  handles(stampJob, ({ n }) => publishCheckpoint(platform, n)),
  ...renewalHandlers(platform),
];
