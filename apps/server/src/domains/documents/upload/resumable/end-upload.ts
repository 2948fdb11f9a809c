import { DomainError } from '../../../../platform/domain-error.ts';
import type { Owner } from '../../../../platform/http/actors.ts';
import { actOnDue } from '../../../../platform/jobs/act-on-due.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { removeObjectsLater } from '../../safe/destroy-safe.ts';
import { holdSafe } from '../../arranging/arranging.store.ts';
import { deletePieces, deleteUpload, expiredUploads, listPieces, type UploadKey } from './resumable.store.ts';

/**
 * Ends an upload: rows and keys first, room given back, objects later by a job. A document made of it stays. Returns
 * false if there is none, or if another request than that of the turn goes on with it.
 */
export async function endUpload(platform: Platform, key: UploadKey, turn?: string): Promise<boolean> {
  return platform.db.transaction().execute(async (tx) => {
    await holdSafe(tx, key.safeId);
    const pieces = await listPieces(tx, key);
    if (!(await deleteUpload(tx, key, turn))) return false;
    await deletePieces(tx, key);
    await removeObjectsLater(
      tx,
      platform,
      pieces.map(({ objectId }) => objectId),
    );
    return true;
  });
}

/** The owner gives an upload up. @throws {DomainError} NotFound */
export async function cancelUpload(platform: Platform, { safeId }: Owner, uploadId: string): Promise<void> {
  if (!(await endUpload(platform, { safeId, uploadId }))) throw new DomainError('NotFound');
}

/** Takes back what nobody continued in time. Returns how many uploads. */
export const endExpiredUploads = (platform: Platform): Promise<number> =>
  actOnDue(platform, {
    select: () => expiredUploads(platform.db, platform.clock.now()),
    idsOf: (key) => key,
    act: (key) => endUpload(platform, key),
    failure: 'an upload that nobody continued could not be ended',
  });
