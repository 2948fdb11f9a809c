import { handles, job, type JobHandler, type NoData } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteExpiredKeys } from './deposits.store.ts';

/** Keys of deposits are kept for 30 days; those that are over serve nobody. */
const purgeJob = job<NoData>('employers.purge-deposit-keys', { cron: '17 3 * * *', parallel: 1 });

export const allEmployersJobs = [purgeJob];

export const employersJobs = (platform: Platform): JobHandler[] => [
  handles(purgeJob, async () => {
    const purged = await deleteExpiredKeys(platform.db, platform.clock.now());
    if (purged > 0) platform.log.info({ purged }, 'keys of deposits that are over were removed');
  }),
];
