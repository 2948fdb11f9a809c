import { handles, job, type Job, type JobHandler } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { destroyDueSafes } from './destroy-due-safes.ts';

/** Each hour: nobody opens a safe whose time is over, and it is soon destroyed. */
const destroyDueSafesJob = job('closing.destroy-due-safes', { cron: '10 * * * *', parallel: 1 });

export const allClosingJobs: ReadonlyArray<Job<never>> = [destroyDueSafesJob];

export const closingJobs = (platform: Platform): JobHandler[] => [
  handles(destroyDueSafesJob, async (_data, { signal }) => {
    const destroyed = await destroyDueSafes(platform, signal);
    if (destroyed > 0) platform.log.info({ destroyed }, 'safes were closed for good');
  }),
];
