import { handles, job, type JobHandler, type NoData } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { tagSuccessions } from './successions.ts';

/** There is something to do after an update, and never again. */
export const tagSuccessionsJob = job<NoData>('documents.tag-successions', {
  cron: '*/30 * * * *',
  parallel: 1,
  timeoutSeconds: 1_500,
});

export const successionJobs = (platform: Platform): JobHandler[] => [
  handles(tagSuccessionsJob, async (_data, { signal }) => {
    const tagged = await tagSuccessions(platform, signal);
    if (tagged > 0) platform.log.info({ tagged }, 'documents deposited before were given their successions');
  }),
];
