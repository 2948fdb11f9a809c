import { handles, job, type Job, type JobHandler, type NoData } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { tidyExports } from './end-export.ts';
import { writeExport, writeExportJob } from './write-export.ts';

const tidyExportsJob = job<NoData>('exports.tidy', { cron: '25 * * * *', parallel: 1 });

export const allExportsJobs: ReadonlyArray<Job<never>> = [writeExportJob, tidyExportsJob];

export const exportsJobs = (platform: Platform): JobHandler[] => [
  handles(writeExportJob, (key, run) => writeExport(platform, key, run)),
  handles(tidyExportsJob, async () => {
    const removed = await tidyExports(platform);
    if (removed > 0) platform.log.info({ removed }, 'exports whose time is over were removed');
  }),
];
