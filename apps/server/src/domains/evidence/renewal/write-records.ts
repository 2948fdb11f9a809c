import type { Platform } from '../../../platform/platform.ts';
import { writeCheckpoint, type FileParts } from '../checkpoint-files.ts';
import { presentCheckpoints } from './read-records.ts';
import { listRenewed } from './renewals.store.ts';

const atATime = 200;

/**
 * Writes the files of all checkpoints whose timestamp was renewed since they were written. Half a million are read in
 * minutes and written in hours; whatever ends it, the next time goes on with those that lack their record.
 */
export async function writeRecords(platform: Pick<Platform, 'db'> & FileParts, signal?: AbortSignal): Promise<void> {
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
