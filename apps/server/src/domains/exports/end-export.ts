import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { removeObjectsLater } from '../documents/documents.ts';
import { countedSince, shownSince } from './exports.rules.ts';
import * as store from './exports.store.ts';
import { requireExport } from './list-exports.ts';
import { writeExportJob } from './write-export.ts';

/** Ends an export, or removes one that is ready. Its request still counts. @throws {DomainError} SafeboxExportNotFound */
export async function endExport(platform: Platform, { safeId }: Owner, exportId: string): Promise<void> {
  await requireExport(platform, { safeId, exportId });
  const isEnded = await platform.db.transaction().execute(async (tx) => {
    const ended = await store.deleteExport(tx, { safeId, exportId });
    if (ended) await removeObjects(tx, platform, [ended]);
    return ended !== undefined;
  });
  if (!isEnded) throw new DomainError('SafeboxExportNotFound');
}

/** All exports of a safe that goes. */
export async function removeExports(tx: Tx, platform: Platform, safeId: string): Promise<void> {
  await removeObjects(tx, platform, await store.deleteExportsOf(tx, safeId));
}

/** Removes exports that were available for seven days. An export whose worker was lost begins again. */
export async function tidyExports(platform: Platform): Promise<number> {
  const now = platform.clock.now();
  const removed = await platform.db.transaction().execute(async (tx) => {
    const expired = await store.deleteExpired(tx, { now, since: shownSince(now) });
    await removeObjects(tx, platform, expired);
    await store.deleteCounted(tx, countedSince(now));
    return expired.length;
  });
  // A job that waits or runs already stays the only one.
  for (const key of await store.selectUnfinished(platform.db))
    await platform.jobs.enqueue(platform.db, writeExportJob, key);
  return removed;
}

const removeObjects = (tx: Tx, platform: Platform, rows: ReadonlyArray<{ objectId: string | null }>): Promise<void> =>
  removeObjectsLater(
    tx,
    platform,
    rows.map(({ objectId }) => objectId).filter((objectId) => objectId !== null),
  );
