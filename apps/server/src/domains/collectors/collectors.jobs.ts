import { handles, job, type Job, type JobHandler, type NoData } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { performRun } from './runs/perform-run.ts';
import { endForgottenRuns, startDueRuns } from './runs/start-due-runs.ts';
import { runJob } from './runs/start-run.ts';

const dueJob = job<NoData>('collectors.due', { cron: '* * * * *', parallel: 1 });

export const allCollectorsJobs: ReadonlyArray<Job<never>> = [runJob, dueJob];

export const collectorsJobs = (platform: Platform): JobHandler[] => [
  handles(runJob, (key, run) => performRun(platform, key, run)),
  handles(dueJob, async (_data, { signal }) => {
    await endForgottenRuns(platform);
    const started = await startDueRuns(platform, signal);
    if (started > 0) platform.log.info({ started }, 'collectors were due');
  }),
];
