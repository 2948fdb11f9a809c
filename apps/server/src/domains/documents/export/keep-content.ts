import { createSecretKey, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { freeing } from '../../../platform/bytes/free-bytes.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { beginContent, openContent } from '../../../platform/sealing/content.ts';
import { Spool } from './spool.ts';

/** A content whose CRC-32 and size are known. It is read once, then closed. Its chunks are for the reader to free. */
export type KeptContent = {
  crc: number;
  sizeBytes: number;
  chunks(): AsyncIterable<Buffer> | Iterable<Buffer>;
  close(): Promise<void>;
};

/**
 * Keeps a content until it is read: pieces in memory as they are, others on the disk, sealed by a key that is nowhere
 * else. @throws {SpoolFailed}; what the content throws
 */
export async function keepContent(
  { clock }: Platform,
  content: AsyncIterable<Buffer> | readonly Buffer[],
): Promise<KeptContent> {
  const known = { crc: 0, sizeBytes: 0 };
  const pass = (piece: Buffer) => {
    known.crc = crc32(piece, known.crc);
    known.sizeBytes += piece.length;
  };
  if (!(Symbol.asyncIterator in content)) {
    content.forEach(pass);
    return { ...known, chunks: () => content, close: async () => {} };
  }
  const id = newId(clock);
  const { seal, headerFor } = beginContent(id);
  const owner = { key: createSecretKey(randomBytes(32)), safeId: id, documentId: id };
  const spool = await Spool.open();
  try {
    await drain(spool.keep(seal(passing(content, pass))));
  } catch (error) {
    await spool.close();
    throw error;
  }
  const chunks = () => openContent(owner, headerFor(owner), { frames: freeing(spool.frames()) });
  return { ...known, chunks, close: () => spool.close() };
}

async function* passing(content: AsyncIterable<Buffer>, pass: (piece: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const piece of freeing(content)) {
    pass(piece);
    yield piece;
  }
}

async function drain(frames: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _frame of frames);
}
