import { uploadLifeHours } from '@perenne/contract/uploads';
import { DomainError } from '../../../../platform/domain-error.ts';
import type { Owner } from '../../../../platform/http/actors.ts';
import { newId } from '../../../../platform/identifiers.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { holdSafe } from '../../arranging/arranging.store.ts';
import { choosePlace } from '../../arranging/places.ts';
import { recordRefusal } from '../upload-document.ts';
import { readAnnounced } from './announced-file.ts';
import { countUnderWay, insertUpload } from './resumable.store.ts';
import { sealMetadata, type UploadState } from './upload-state.ts';

/** Far more than pages have under way, and too few to fill a table. */
const mostUnderWay = 200;
const lifeMs = uploadLifeHours * 3_600_000;

type Announcement = { lengthBytes: number; metadata: string };

/**
 * Announces a file that comes in parts: judges what can be judged without it, and reserves the room of its beginning.
 * @throws {DomainError} as an upload in one piece; TooManyRequests
 */
export async function createUpload(platform: Platform, owner: Owner, file: Announcement): Promise<UploadState> {
  try {
    return await announce(platform, owner, file);
  } catch (error) {
    if (error instanceof DomainError) await recordRefusal(platform, owner);
    throw error;
  }
}

async function announce(platform: Platform, { safeId }: Owner, file: Announcement): Promise<UploadState> {
  const { lengthBytes, metadata } = file;
  const { type, fields } = readAnnounced(metadata, lengthBytes);
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const uploadId = newId(platform.clock);
  const now = platform.clock.now();
  const expiresAt = new Date(now.getTime() + lifeMs);
  const sealed = sealMetadata(keys, uploadId, metadata);
  await platform.db.transaction().execute(async (tx) => {
    await holdSafe(tx, safeId);
    await choosePlace(tx, { safeId, type }, fields);
    if ((await countUnderWay(tx, safeId, now)) >= mostUnderWay)
      throw new DomainError('TooManyRequests', { retryAfterSeconds: 600 });
    if (!(await insertUpload(tx, { safeId, uploadId, sealed, lengthBytes, expiresAt })))
      throw new DomainError('UserSpaceStorageFull');
  });
  return { uploadId, lengthBytes, receivedBytes: 0, expiresAt, documentId: null };
}
