import { job } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import * as store from './destroy-safe.store.ts';
import { lockSafes } from './recovery.store.ts';

/** Nothing else names these objects any more: it tries for a month, should the store be away. */
export const removeObjectsJob = job<{ objectIds: string[] }>('documents.remove-objects', { retries: 3_000 });

const objectsPerJob = 500;

/**
 * Destroys a safe for good: the rows of its documents, which hold their keys, and its own key first; the
 * objects, which nothing opens any more, by a job. So do the safes that its owner’s documents came from.
 */
export async function destroySafe(tx: Tx, platform: Platform, safeId: string): Promise<void> {
  const safeIds = [safeId, ...(await store.selectFormerSafes(tx, safeId))];
  await lockSafes(tx, safeIds);
  const objectIds = await store.selectObjects(tx, safeIds);
  await removeObjectsLater(tx, platform, objectIds);
  await store.deleteSafes(tx, safeId, safeIds);
}

/** Objects whose rows are gone: nothing opens them any more. */
export async function removeObjectsLater(tx: Tx, { jobs }: Platform, objectIds: readonly string[]): Promise<void> {
  for (let at = 0; at < objectIds.length; at += objectsPerJob)
    await jobs.enqueue(tx, removeObjectsJob, { objectIds: objectIds.slice(at, at + objectsPerJob) });
}

type Removal = { objectIds: readonly string[]; signal?: AbortSignal };

/** Removes those that the store lets go, and throws for the others, which the job tries again. */
export async function removeObjects({ objects }: Pick<Platform, 'objects'>, { objectIds, signal }: Removal) {
  const failures: unknown[] = [];
  for (const objectId of objectIds) {
    signal?.throwIfAborted();
    await objects.remove(objectId).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new Error(`${failures.length} objects could not be removed`, { cause: failures[0] });
}
