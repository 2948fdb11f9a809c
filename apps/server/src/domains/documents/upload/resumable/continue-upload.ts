import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '../../../../platform/domain-error.ts';
import type { Owner } from '../../../../platform/http/actors.ts';
import { newId } from '../../../../platform/identifiers.ts';
import { ObjectMissing } from '../../../../platform/objects/objects.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { SealedContentBroken } from '../../../../platform/sealing/sealed-content-broken.ts';
import { recordRefusal } from '../upload-document.ts';
import type { UploadSlots } from '../upload-slots.ts';
import { readAnnounced, type AnnouncedFile } from './announced-file.ts';
import { endUpload } from './end-upload.ts';
import { receivePart, type IncomingPart } from './receive-part.ts';
import { countPieces, endTurn, takeTurn, type UploadKey, type UploadRow } from './resumable.store.ts';
import { TusRefusal } from './tus-refusal.ts';
import { isHeld, locked, openMetadata, requireUpload, stateOf, type Turn, type UploadState } from './upload-state.ts';

/** Returns the state of an upload. @throws {DomainError} NotFound; 423 while the document is being made */
export async function readUpload(platform: Platform, { safeId }: Owner, uploadId: string) {
  const row = await settledUpload(platform, { safeId, uploadId });
  if (isHeld(row, platform.clock.now())) throw locked();
  const keys = await platform.vault.keysOf(safeId, 'owner');
  return { state: stateOf(uploadId, row), metadata: openMetadata(keys, uploadId, row.sealed) };
}

const pausesMs = [50, 100, 200, 400, 800];

/**
 * The upload, once what a cut connection brought is kept: a client that comes back at once would take
 * the turn from it, and send it all again. One that still comes is not waited for longer.
 */
async function settledUpload(platform: Platform, key: UploadKey): Promise<UploadRow> {
  let row = await requireUpload(platform, key);
  for (const pauseMs of pausesMs) {
    if (row.turn === null || isHeld(row, platform.clock.now())) break;
    await wait(pauseMs);
    row = await requireUpload(platform, key);
  }
  return row;
}

/**
 * Takes a part of the file, and makes the document with the last one. Bytes that came before a connection was cut are
 * kept. A refusal of the file itself ends the upload.
 * @throws {DomainError} NotFound, TooManyRequests, and as an upload in one piece; 409 at another offset, 423, 460
 */
export async function continueUpload(
  { platform, slots }: { platform: Platform; slots: UploadSlots },
  owner: Owner,
  { uploadId, part }: { uploadId: string; part: IncomingPart },
): Promise<UploadState> {
  const key = { safeId: owner.safeId, uploadId };
  const row = await requireUpload(platform, key);
  if (row.documentId !== null && part.offset === row.lengthBytes && part.bytes === 0) return stateOf(uploadId, row);
  if (part.bytes !== null && part.offset + part.bytes > row.lengthBytes)
    throw new DomainError('PayloadTooLarge', { params: { max: row.lengthBytes - row.receivedBytes } });
  const keys = await platform.vault.keysOf(key.safeId, 'owner');
  const file = readAnnounced(openMetadata(keys, uploadId, row.sealed), row.lengthBytes);
  return slots.within(owner, async () => {
    const turn = { ...key, keys, turn: await beginTurn(platform, key, part.offset) };
    return receiveInTurn(platform, owner, { turn, file, part, row });
  });
}

type Receiving = { turn: Turn; file: AnnouncedFile; part: IncomingPart; row: UploadRow };

async function receiveInTurn(platform: Platform, owner: Owner, receiving: Receiving): Promise<UploadState> {
  const { turn, file, part, row } = receiving;
  try {
    const done = await receivePart(platform, owner, { turn, file, part, lengthBytes: row.lengthBytes });
    return { ...stateOf(turn.uploadId, row), ...done };
  } catch (error) {
    if (isFinal(error)) await refuse(platform, owner, turn);
    throw error;
  } finally {
    part.body.release();
    await giveTurnBack(platform, turn);
  }
}

async function giveTurnBack(platform: Platform, turn: Turn): Promise<void> {
  try {
    await endTurn(platform.relaxedDb, turn);
  } catch (error) {
    platform.log.warn({ err: error, uploadId: turn.uploadId }, 'the turn of an upload was not given back');
  }
}

/** Seven hours of a slow line; a file that comes byte by byte is not waited for. */
const mostPieces = 5_000;

async function beginTurn(platform: Platform, key: UploadKey, offset: number): Promise<string> {
  if ((await countPieces(platform.db, key)) >= mostPieces)
    throw new DomainError('TooManyRequests', { retryAfterSeconds: 3_600 });
  const turn = newId(platform.clock);
  if (await takeTurn(platform.db, key, { turn, offset, now: platform.clock.now() })) return turn;
  const row = await requireUpload(platform, key);
  if (isHeld(row, platform.clock.now())) throw locked();
  throw new TusRefusal(409, { field: 'upload-offset' });
}

/** Another try would change nothing: the file, its place or its remains are at fault. */
function isFinal(error: unknown): boolean {
  if (error instanceof SealedContentBroken || error instanceof ObjectMissing) return true;
  if (!(error instanceof DomainError)) return false;
  return ['UnsupportedFileType', 'MalwareDetected', 'FolderNotFound', 'CategoryNotFound'].includes(error.code);
}

async function refuse(platform: Platform, owner: Owner, { turn, ...key }: Turn): Promise<void> {
  if (await endUpload(platform, key, turn)) await recordRefusal(platform, owner);
}
