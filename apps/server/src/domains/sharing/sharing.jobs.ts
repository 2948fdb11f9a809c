import { handles, job, type Job, type JobHandler, type NoData } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteOldSmsCounts } from '../../platform/sms/sms-counts.store.ts';
import { expireShares } from './end-share.ts';
import { noticeEndings } from './events/notice-endings.ts';
import { expireRequests } from './requests/requests.ts';
import { forgetRequests } from './requests/requests.store.ts';
import { sendRequest, sendRequestJob } from './requests/send-request.ts';
import { deleteOldBlockLinks } from './sending/blocks.store.ts';
import { deleteOldInvitations } from './sending/quotas.store.ts';
import { sendShare, sendShareJob } from './send-share.ts';
import { forgetEnded } from './shares.store.ts';
import { deleteExpiredVisitors } from './visitor/known-visitors.store.ts';
import { deleteOldEntryCounts } from './visitor/visitor-entries.store.ts';

/** Nothing of what is due opens any more: the job lets go what it held. */
const expireSharesJob = job<NoData>('sharing.expire', { cron: '*/10 * * * *', parallel: 1, timeoutSeconds: 500 });

/** At hours when people read their mails. */
const noticeEndingsJob = job<NoData>('sharing.notice-endings', { cron: '20 8-20 * * *', parallel: 1 });

export const allSharingJobs: ReadonlyArray<Job<never>> = [
  ...[sendShareJob, sendRequestJob],
  ...[expireSharesJob, noticeEndingsJob],
];

export const sharingJobs = (platform: Platform): JobHandler[] => [
  handles(sendShareJob, (key, run) => sendShare(platform, key, run)),
  handles(sendRequestJob, (key, run) => sendRequest(platform, key, run)),
  handles(expireSharesJob, async (_data, { signal }) => {
    const expired = await expireShares(platform, signal);
    await expireRequests(platform, signal);
    await forgetEnded(platform.db, platform.clock.now());
    await forgetRequests(platform.db, platform.clock.now());
    await deleteExpiredVisitors(platform.db, platform.clock.now());
    await deleteOldBlockLinks(platform.db, platform.clock.now());
    await deleteOldSmsCounts(platform.db, platform.clock.now());
    await deleteOldInvitations(platform.db, platform.clock.now());
    await deleteOldEntryCounts(platform.db, platform.clock.now());
    if (expired > 0) platform.log.info({ expired }, 'shares have expired');
  }),
  handles(noticeEndingsJob, async (_data, { signal }) => {
    const notified = await noticeEndings(platform, signal);
    if (notified > 0) platform.log.info({ notified }, 'owners were notified of shares that end');
  }),
];
