import { job, handles } from '../../platform/jobs/jobs.ts';
import { openJobs } from '../../platform/jobs/open-jobs.ts';

/** A worker that takes the job `stuck` and never ends it, for a test to kill: `node stuck-worker.ts <url>`. */
const [, , url = ''] = process.argv;
const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} };
const stuck = job<{ id: number }>('stuck');

await openJobs({ url, log: silent }).start([
  handles(stuck, async () => {
    process.stdout.write('taken\n');
    await new Promise(() => {});
  }),
]);
