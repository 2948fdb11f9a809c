import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto';
import { freeBytes } from '../bytes/free-bytes.ts';
import { rangePlan } from './content-range.ts';
import type { PlainRange } from './content-range.ts';
import {
  dataKeyBytes,
  deriveCommitment,
  deriveContentKey,
  requireCommitment,
  unwrapDataKey,
  wrapDataKey,
} from './data-key.ts';
import { FrameReader } from './frame-reader.ts';
import { frameBytes, sealFrame } from './frames.ts';
import type { FrameKey } from './frames.ts';
import { messageIdBytes, readHeader, tagBytes, writeContext, writeHeader } from './message-header.ts';
import type { MessageHeader } from './message-header.ts';
import { SealedContentBroken } from './sealed-content-broken.ts';

/**
 * Contents are messages of the AWS Encryption SDK, cut in two: the header, with the wrapped key,
 * goes into the document's row, the frames into the object. One after the other they are a message
 * that any SDK opens with a raw AES keyring: namespace `perenne`, name the safe's id, key the safe's
 * `contents` key.
 */
export type SealedHeader = Buffer;

/**
 * The owner of a content. The document is bound to the message and stays when it moves to another safe; the safe only
 * names the wrapping key.
 */
export interface ContentOwner {
  /** the `contents` key of the safe */
  key: KeyObject;
  safeId: string;
  documentId: string;
}

export type Chunks = AsyncIterable<Uint8Array>;

/** The encryption context of a document's content. */
const contextOf = (documentId: string): Buffer => writeContext('document', documentId);

/**
 * A fresh document key, and the function that seals one content under it. The frames come as the
 * content does: about one of them is in memory, and no chunk of the content once the next is asked
 * for. Their size follows from the content's, see
 * `sealedSize`. The header, which wraps the key, may be written when it is known for whom.
 */
export function beginContent(documentId: string): {
  seal(plain: Chunks): AsyncGenerator<Buffer>;
  headerFor(safe: Omit<ContentOwner, 'documentId'>): SealedHeader;
} {
  const dataKey = randomBytes(dataKeyBytes);
  const messageId = randomBytes(messageIdBytes);
  const contentKey = deriveContentKey(dataKey, messageId);
  const commitment = deriveCommitment(dataKey, messageId);
  const context = contextOf(documentId);
  let used = false;
  const seal = (plain: Chunks): AsyncGenerator<Buffer> => {
    // A second content would repeat the first one's IVs under its key.
    if (used) throw new Error('A document key seals one content');
    used = true;
    return sealFrames({ contentKey, messageId }, plain);
  };
  const headerFor = ({ key, safeId }: Omit<ContentOwner, 'documentId'>): SealedHeader => {
    const dataKeys = [wrapDataKey({ key, name: safeId }, dataKey, context)];
    return authenticated({ messageId, context, dataKeys, frameBytes, commitment }, contentKey);
  };
  return { seal, headerFor };
}

/**
 * The plain content, or a range of it from the frames that `frameRange` names. Nothing is given
 * before its frame is authenticated; what is cut short ends with an error, never silently.
 * @throws {SealedContentBroken}
 */
export async function* openContent(
  owner: ContentOwner,
  header: SealedHeader,
  sealed: { frames: Chunks; range?: PlainRange },
): AsyncGenerator<Buffer> {
  const opened = openHeader(owner, header);
  if (!sealed.range) yield* openAll(opened, sealed.frames);
  else yield* openRange(opened, sealed.frames, sealed.range);
}

/**
 * Wraps the document's key for another safe (or another key of the same): the frames stay as they
 * are, the header alone is new. @throws {SealedContentBroken}
 */
export function rewrapHeader(header: SealedHeader, from: ContentOwner, to: ContentOwner): SealedHeader {
  // The commitment stays as it is: whoever opens the content compares it.
  const { message, dataKey, contentKey } = readAuthentic(from, header);
  const context = contextOf(to.documentId);
  const dataKeys = [wrapDataKey(wrappingKey(to), dataKey, context)];
  return authenticated({ ...message, context, dataKeys }, contentKey);
}

type OpenedHeader = FrameKey & { message: MessageHeader; dataKey: Buffer };

function openHeader(owner: ContentOwner, bytes: SealedHeader): OpenedHeader {
  const opened = readAuthentic(owner, bytes);
  requireCommitment(deriveCommitment(opened.dataKey, opened.messageId), opened.message.commitment);
  return opened;
}

function readAuthentic(owner: ContentOwner, bytes: SealedHeader): OpenedHeader {
  const { header: message, body, tag } = readHeader(bytes);
  if (!message.context.equals(contextOf(owner.documentId)))
    throw new SealedContentBroken('The content belongs to another document');
  const dataKey = unwrapDataKey(wrappingKey(owner), message);
  const contentKey = deriveContentKey(dataKey, message.messageId);
  requireTag(contentKey, body, tag);
  return { message, dataKey, contentKey, messageId: message.messageId };
}

/** A chunk that fills a frame is sealed where it is, less is gathered: no chunk is needed when the next is asked for. */
async function* sealFrames(key: FrameKey, plain: Chunks): AsyncGenerator<Buffer> {
  const frame = Buffer.allocUnsafeSlow(frameBytes);
  let filled = 0;
  let sequence = 1;
  try {
    for await (let chunk of plain) {
      while (filled + chunk.length >= frameBytes) {
        const part = chunk.subarray(0, frameBytes - filled);
        yield* sealFrame(key, { sequence, isFinal: false }, filled === 0 ? part : filledUp(frame, part));
        chunk = chunk.subarray(part.length);
        sequence += 1;
        filled = 0;
      }
      frame.set(chunk, filled);
      filled += chunk.length;
    }
    yield* sealFrame(key, { sequence, isFinal: true }, frame.subarray(0, filled));
  } finally {
    freeBytes(frame);
  }
}

function filledUp(frame: Buffer, part: Uint8Array): Buffer {
  frame.set(part, frame.length - part.length);
  return frame;
}

async function* openAll(opened: OpenedHeader, frames: Chunks): AsyncGenerator<Buffer> {
  const reader = new FrameReader(opened, { frameBytes: opened.message.frameBytes, firstSequence: 1 });
  for await (const chunk of frames) yield* reader.push(chunk);
  if (!reader.isClosed) throw new SealedContentBroken('The content is cut short');
}

async function* openRange(opened: OpenedHeader, frames: Chunks, range: PlainRange): AsyncGenerator<Buffer> {
  if (opened.message.frameBytes !== frameBytes) throw new SealedContentBroken('The frames have another size');
  let { sequence, skip, length } = rangePlan(range);
  const reader = new FrameReader(opened, { frameBytes, firstSequence: sequence });
  for await (const chunk of frames) {
    for (const plain of reader.push(chunk)) {
      const wanted = plain.subarray(skip, skip + length);
      skip = 0;
      length -= wanted.length;
      if (wanted.length > 0) yield wanted;
    }
  }
  if (length > 0) throw new SealedContentBroken('The content is cut short');
}

function wrappingKey(owner: ContentOwner): { key: KeyObject; name: string } {
  return { key: owner.key, name: owner.safeId };
}

/** The header is authenticated by an encryption of nothing under the content's key, with IV zero. */
function authenticated(header: MessageHeader, contentKey: KeyObject): SealedHeader {
  const body = writeHeader(header);
  const cipher = createCipheriv('aes-256-gcm', contentKey, Buffer.alloc(12)).setAAD(body);
  cipher.final();
  return Buffer.concat([body, cipher.getAuthTag()]);
}

function requireTag(contentKey: KeyObject, body: Buffer, tag: Buffer): void {
  const decipher = createDecipheriv('aes-256-gcm', contentKey, Buffer.alloc(12), { authTagLength: tagBytes });
  decipher.setAAD(body).setAuthTag(tag);
  try {
    decipher.final();
  } catch (cause) {
    throw new SealedContentBroken('The header of the content is damaged', { cause });
  }
}
