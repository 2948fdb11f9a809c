import { join } from 'node:path';
import { openObjectFolder } from '../apps/server/src/platform/objects/folder.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import { storeDocuments } from '../apps/server/src/testing/uploads/store-documents.ts';
import { openParts } from './givers.ts';

type Filling = { safeId: string; count: number; sizeBytes: number };

/** Adds documents to a safe of an instance that runs, beside it. */
export async function storeContents(databaseUrl: string, dataFolder: string, filling: Filling): Promise<void> {
  const parts = await openParts(databaseUrl, dataFolder);
  const objects = await openObjectFolder(join(dataFolder, 'objects'));
  try {
    await storeDocuments({ ...parts, objects, clock: systemClock(0) }, filling);
  } finally {
    await parts.close();
  }
}
