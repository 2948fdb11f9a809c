import { handles, job, type Job, type JobHandler } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { deleteProofsExpiredBefore } from './proofs.store.ts';
import { resendCode, resendCodeJob } from './resend-code.ts';

const purgeProofsJob = job('activation.purge-proofs', { cron: '35 3 * * *' });

export const allActivationJobs: ReadonlyArray<Job<never>> = [resendCodeJob, purgeProofsJob];

export const activationJobs = (platform: Platform): JobHandler[] => [
  handles(resendCodeJob, (data) => resendCode(platform, data)),
  handles(purgeProofsJob, async () => {
    await deleteProofsExpiredBefore(platform.db, platform.clock.now());
  }),
];
