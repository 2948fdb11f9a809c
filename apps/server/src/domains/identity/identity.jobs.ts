import { handles, job, type Job, type JobHandler } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteCodesExpiredBefore } from './attempts/codes.store.ts';
import { deleteExpiredFederation } from './federation/federation.store.ts';
import { dayMs } from './attempts/guards.rules.ts';
import { deleteIdleGuards } from './attempts/guards.store.ts';
import { deleteChangesBefore } from './email/email-changes.store.ts';
import { deleteUnconfirmedExpiredBefore } from './second-factor/factors.store.ts';
import { settleRemovals, settleRemovalsJob } from './second-factor/removal/settle-removals.ts';
import { deletePendingExpiredBefore } from './second-factor/pending-sign-ins.store.ts';
import { deleteTriesBefore, deleteUnlockLinksExpiredBefore } from './password/password-tries/password-tries.store.ts';
import { deleteResetLinksExpiredBefore } from './password/reset-links.store.ts';
import { deleteTakeoverUndosExpiredBefore } from './takeover/takeover-undos.store.ts';
import { deleteDevicesUnseenSince } from './sessions/devices.store.ts';
import { sendUnlockLink, sendUnlockLinkJob } from './password/password-tries/send-unlock-link.ts';
import { sendResetCode, sendResetCodeJob } from './password/send-reset-code.ts';
import { deleteSessionsEndedBefore } from './sessions/sessions.store.ts';
import { deleteSpentTokens } from './account/spent-tokens.ts';

/** Each night, what is over: spent tokens, codes, counts that no longer count, ended sessions. */
const purgeIdentityJob = job('purge-identity', { cron: '20 3 * * *' });

/** Thirteen months, as long as a browser may be remembered (CNIL). */
const deviceMemoryMs = 395 * dayMs;

export async function purgeIdentity({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  const yesterday = new Date(now.getTime() - dayMs);
  await deleteSpentTokens(db, now);
  // Until then an expired code is answered as expired.
  await deleteCodesExpiredBefore(db, yesterday);
  await deleteIdleGuards(db, yesterday);
  await deleteSessionsEndedBefore(db, yesterday);
  await deleteExpiredFederation(db, now);
  await deleteChangesBefore(db, now);
  await deleteDevicesUnseenSince(db, new Date(now.getTime() - deviceMemoryMs));
  await deleteTriesBefore(db, new Date(now.getTime() - deviceMemoryMs));
  await deleteUnlockLinksExpiredBefore(db, now);
  await deleteTakeoverUndosExpiredBefore(db, now);
  // Until then an expired link is answered as expired.
  await deleteResetLinksExpiredBefore(db, yesterday);
  await deletePendingExpiredBefore(db, now);
  await deleteUnconfirmedExpiredBefore(db, now);
}

export const allIdentityJobs: ReadonlyArray<Job<never>> = [
  ...[purgeIdentityJob, sendResetCodeJob, sendUnlockLinkJob, settleRemovalsJob],
];

export const identityJobs = (platform: Platform): JobHandler[] => [
  handles(purgeIdentityJob, () => purgeIdentity(platform)),
  handles(settleRemovalsJob, () => settleRemovals(platform)),
  handles(sendResetCodeJob, (data) => sendResetCode(platform, data)),
  handles(sendUnlockLinkJob, (data) => sendUnlockLink(platform, data)),
];
