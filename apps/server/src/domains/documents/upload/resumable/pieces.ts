import type { AllowedExtension } from '@perenne/contract/documents';
import { countBytes } from '../../../../platform/bytes/count-bytes.ts';
import { DomainError } from '../../../../platform/domain-error.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { beginContent, openContent } from '../../../../platform/sealing/content.ts';
import type { SafeKeys } from '../../../../platform/sealing/safe-keys.ts';
import { ContentEnds } from '../content-ends.ts';
import { beginsAs } from '../../record/file-type.rules.ts';
import { announceUpload, dropUpload, requireWritten, type AnnouncedIntent } from '../upload-intents.ts';
import type { Piece, UploadKey } from './resumable.store.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** A piece that is sealed and stored, and that the upload does not count yet. */
export type StoredPiece = Piece & { intent: AnnouncedIntent };

/** Bound to the content's key: a piece put in the place of another no longer opens. */
const nameOf = ({ uploadId }: UploadKey, from: number): string => `${uploadId}/${from}`;

/** Seals and stores what comes, as one object that the janitor removes unless it is made part of the upload. */
export async function storePiece(
  platform: Platform,
  { safeId, uploadId, keys }: UploadKey & { keys: SafeKeys },
  { from, chunks }: { from: number; chunks: Chunks },
): Promise<StoredPiece> {
  const intent = announceUpload(platform, safeId);
  const { seal, headerFor } = beginContent(nameOf({ safeId, uploadId }, from));
  const counted = countBytes(chunks);
  try {
    await platform.objects.put(intent.objectId, seal(announced(counted.chunks, intent)));
  } catch (error) {
    await dropUpload(platform, intent, error);
    throw error;
  }
  const header = headerFor({ key: keys.contents, safeId });
  return { from, sizeBytes: counted.sizeBytes(), objectId: intent.objectId, header, intent };
}

/** Ends once the intent is written: no object is there before. */
async function* announced(chunks: Chunks, intent: AnnouncedIntent): AsyncGenerator<Uint8Array> {
  yield* chunks;
  await requireWritten(intent);
}

/** The plain content of the pieces, one after the other. */
export async function* openPieces(
  platform: Platform,
  { keys, ...key }: UploadKey & { keys: SafeKeys },
  pieces: readonly Piece[],
): AsyncGenerator<Uint8Array> {
  for (const { from, objectId, header } of pieces) {
    const owner = { key: keys.contents, safeId: key.safeId, documentId: nameOf(key, from) };
    const frames = await platform.objects.get(objectId);
    try {
      yield* openContent(owner, header, { frames });
    } finally {
      frames.destroy();
    }
  }
}

const judgedFromBytes = 4_100;

/**
 * Lets a beginning through that may be one of a file of this extension. If fewer bytes come than show a type, the
 * whole content is judged at the end.
 * @throws {DomainError} UnsupportedFileType
 */
export async function* judgeBeginning(extension: AllowedExtension, chunks: Chunks): AsyncGenerator<Uint8Array> {
  const ends = new ContentEnds();
  let isJudged = false;
  for await (const chunk of chunks) {
    if (!isJudged) ends.add(chunk);
    if (!isJudged && ends.sizeBytes >= judgedFromBytes) {
      isJudged = true;
      if (!(await beginsAs(extension, ends.head()))) throw new DomainError('UnsupportedFileType', { field: 'file' });
    }
    yield chunk;
  }
}
