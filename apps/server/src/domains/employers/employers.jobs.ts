import { handles, job, type JobHandler, type NoData } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteExpiredKeys } from './deposits/deposits.store.ts';
import { noticeArrivals } from './arrivals/notice-arrivals.ts';

/** Keys of deposits are kept for 30 days; those that are over serve nobody. */
const purgeJob = job<NoData>('employers.purge-deposit-keys', { cron: '17 3 * * *', parallel: 1 });

const noticeArrivalsJob = job<NoData>('employers.notice-arrivals', {
  cron: '*/5 * * * *',
  parallel: 1,
  timeoutSeconds: 3_000,
});

export const allEmployersJobs = [purgeJob, noticeArrivalsJob];

export const employersJobs = (platform: Platform): JobHandler[] => [
  handles(purgeJob, async () => {
    const purged = await deleteExpiredKeys(platform.db, platform.clock.now());
    if (purged > 0) platform.log.info({ purged }, 'keys of deposits that are over were removed');
  }),
  handles(noticeArrivalsJob, async (_data, { signal }) => {
    const mailed = await noticeArrivals(platform, signal);
    if (mailed > 0) platform.log.info({ mailed }, 'owners were mailed of documents that came');
  }),
];
