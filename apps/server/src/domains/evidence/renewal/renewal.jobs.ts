import { handles, job, type Job, type JobHandler, type NoData } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { renewEvidence } from './renew-evidence.ts';
import { writeRecords } from './write-records.ts';

/** Every night. A renewal that is due has a year; half a million files take hours. */
const renewJob = job<NoData>('evidence.renew', { cron: '40 3 * * *', parallel: 1, timeoutSeconds: 6 * 3_600 });

/** Says in the log what was renewed, and what could not be. */
export async function renewAndWrite(platform: Platform, signal?: AbortSignal): Promise<void> {
  if (!platform.timestamps.enabled) return;
  const { records, timestamps, failures } = await renewEvidence(platform, signal);
  if (records > 0) platform.log.info({ records, timestamps }, 'timestamps were renewed');
  for (const [reason, count] of failures)
    platform.log.error({ records: count, reason }, 'timestamps could not be renewed');
  await writeRecords(platform, signal);
}

export const renewalJobs: ReadonlyArray<Job<never>> = [renewJob];

export const renewalHandlers = (platform: Platform): JobHandler[] => [
  handles(renewJob, (_data, { signal }) => renewAndWrite(platform, signal)),
];
