import { job, type NoData } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { writeCheckpoint } from '../checkpoint-files.ts';
import { presentCheckpoints } from './read-records.ts';
import { listRenewed } from './renewals.store.ts';

/** Half a million files are written in some hours. Whatever ends it, the next time goes on with those that lack it. */
export const writeRecordsJob = job<NoData>('evidence.write-records', {
  parallel: 1,
  timeoutSeconds: 6 * 3_600,
  exclusiveBy: () => 'all',
});

const atATime = 200;

/** Writes the files of all checkpoints whose timestamp was renewed since they were written. */
export async function writeRecords(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (let after = 0; ;) {
    const checkpoints = await listRenewed(platform.db, { after, limit: atATime });
    for (const checkpoint of await presentCheckpoints(platform.db, checkpoints)) {
      signal?.throwIfAborted();
      await writeCheckpoint(platform, checkpoint);
    }
    after = checkpoints.at(-1)?.n ?? after;
    if (checkpoints.length < atATime) return;
  }
}
