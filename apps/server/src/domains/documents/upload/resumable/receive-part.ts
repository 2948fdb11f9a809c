import { DomainError } from '../../../../platform/domain-error.ts';
import type { Owner } from '../../../../platform/http/actors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { holdSafe } from '../../arranging/arranging.store.ts';
import { dropUpload, endIntent } from '../upload-intents.ts';
import type { AnnouncedFile } from './announced-file.ts';
import type { Checksum } from './checksum.ts';
import { finishUpload } from './finish-upload.ts';
import type { IncomingBody } from './incoming-body.ts';
import { judgeBeginning, storePiece, type StoredPiece } from './pieces.ts';
import { addPieces, reserveAhead, type UploadKey } from './resumable.store.ts';
import { locked, requireUpload, type Turn, type UploadState } from './upload-state.ts';

/** As much as a crash may cost, and an object of a size that stores like. */
const pieceBytes = 4 * 1024 * 1024;
/** On a slow line, what a crash may cost. */
const pieceMs = 5_000;

export type IncomingPart = {
  offset: number;
  /** The length of the body, if it is announced. */
  bytes: number | null;
  body: IncomingBody;
  checksum: Checksum | null;
};

type Receiving = { turn: Turn; file: AnnouncedFile; part: IncomingPart; lengthBytes: number };
type Received = Pick<UploadState, 'receivedBytes' | 'documentId'>;

/** Stores the body piece by piece. A piece is there to stay before the next one begins. */
export async function receivePart(platform: Platform, owner: Owner, receiving: Receiving): Promise<Received> {
  const { part, turn, lengthBytes } = receiving;
  /** Those that the upload does not count yet. */
  const waiting: StoredPiece[] = [];
  try {
    let end = part.offset;
    for await (const piece of storePieces(platform, receiving)) {
      waiting.push(piece);
      end += piece.sizeBytes;
      // A part with a checksum is kept as a whole or not at all; the last piece with the document.
      if (!part.checksum && end < lengthBytes) await keepPieces(platform, turn, waiting);
    }
    requireWhole(part);
    const last = end === lengthBytes ? waiting.pop() : undefined;
    await keepPieces(platform, turn, waiting);
    if (last) waiting.push(last);
    if (part.body.failure && !last) throw part.body.failure;
    const documentId = last ? await finishUpload(platform, owner, { turn, whole: { ...receiving, last } }) : null;
    return { receivedBytes: end, documentId };
  } catch (error) {
    for (const { intent } of waiting) await dropUpload(platform, intent, error);
    throw error;
  }
}

async function* storePieces(platform: Platform, { turn, file, part, lengthBytes }: Receiving) {
  const { body, checksum } = part;
  for (let from = part.offset; await body.hasMore();) {
    if (from >= lengthBytes) throw new DomainError('PayloadTooLarge', { params: { max: lengthBytes - part.offset } });
    const ahead = await reserveAhead(platform.relaxedDb, turn, { from, bytes: pieceBytes });
    if (ahead === null) throw await lostTurn(platform, turn);
    // The bytes that have come stay: the upload goes on once there is room again.
    if (ahead <= 0) throw new DomainError('UserSpaceStorageFull');
    const coming = body.piece({ bytes: Math.min(pieceBytes, ahead), ms: pieceMs });
    const chunks = from === 0 ? judgeBeginning(file.extension, coming) : coming;
    const piece = await storePiece(platform, turn, { from, chunks: checksum ? tee(chunks, checksum.add) : chunks });
    from += piece.sizeBytes;
    yield piece;
  }
}

async function* tee(chunks: AsyncIterable<Uint8Array>, see: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    see(chunk);
    yield chunk;
  }
}

/** @throws {TusRefusal} 460; what cut a body that can only be taken whole */
function requireWhole({ checksum, body }: IncomingPart): void {
  if (!checksum) return;
  if (body.failure) throw body.failure;
  checksum.require();
}

/** Makes pieces part of the upload, and empties the list. @throws {DomainError} NotFound; 423 */
async function keepPieces(platform: Platform, { turn, ...key }: Turn, pieces: StoredPiece[]): Promise<void> {
  if (pieces.length === 0) return;
  const isKept = await platform.db.transaction().execute(async (tx) => {
    // The end of the upload, or of the safe, removes the objects of all pieces that it finds: it waits for these.
    await holdSafe(tx, key.safeId);
    if (!(await addPieces(tx, key, { turn, pieces }))) return false;
    const ended = await Promise.all(pieces.map(({ intent }) => endIntent(tx, intent)));
    if (ended.includes(false)) throw new DomainError('ServiceUnavailable', { retryAfterSeconds: 1 });
    return true;
  });
  if (isKept) pieces.length = 0;
  else throw await lostTurn(platform, key);
}

/** Another request goes on with the upload. @throws {DomainError} NotFound where it is gone */
async function lostTurn(platform: Platform, key: UploadKey): Promise<DomainError> {
  await requireUpload(platform, key);
  return locked();
}
