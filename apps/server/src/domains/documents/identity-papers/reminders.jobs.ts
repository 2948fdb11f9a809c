import { handles, job, type JobHandler, type NoData } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { remindOfExpiries } from './reminders.ts';

/** Each morning, for the mails to come when people read them. */
export const remindJob = job<NoData>('documents.remind-of-expiries', {
  cron: '15 7 * * *',
  parallel: 1,
  timeoutSeconds: 3_000,
});

export const reminderJobs = (platform: Platform): JobHandler[] => [
  handles(remindJob, async (_data, { signal }) => {
    const reminded = await remindOfExpiries(platform, signal);
    if (reminded > 0) platform.log.info({ reminded }, 'owners were reminded of papers that expire');
  }),
];
