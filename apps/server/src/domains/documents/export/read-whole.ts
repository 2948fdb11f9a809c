import { crc32 } from 'node:zlib';
import { freeing } from '../../../platform/bytes/free-bytes.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openContent, type ContentOwner } from '../../../platform/sealing/content.ts';
import { damageOf } from '../integrity/proofs/examine.ts';
import type { DocumentSecrets } from '../record/sealed-document.ts';
import type { KeptContent } from './keep-content.ts';
import { Spool } from './spool.ts';

/** A content that is known to be what was deposited, to its last byte. */
export type WholeContent = KeptContent & { head: Buffer };

export type Stored = {
  owner: ContentOwner;
  objectId: string;
  header: Buffer;
  sizeBytes: number;
  secrets: Pick<DocumentSecrets, 'sha256' | 'sha512'>;
};

/** Up to here a content waits in memory until its last frame is checked, above on the disk, sealed. */
export const inMemoryBytes = 2 * 1024 * 1024;
const headBytes = 1_024;

/** Null where the content is missing, damaged, or not what was deposited. @throws {SpoolFailed} */
export async function readWhole(platform: Platform, stored: Stored): Promise<WholeContent | null> {
  try {
    return await (stored.sizeBytes <= inMemoryBytes ? intoMemory(platform, stored) : ontoDisk(platform, stored));
  } catch (error) {
    if (damageOf(error)) return null;
    throw error;
  }
}

async function intoMemory(platform: Platform, stored: Stored): Promise<WholeContent | null> {
  const pieces: Buffer[] = [];
  const crc = await passAll(platform, stored, { keep: (frames) => frames, take: (piece) => pieces.push(piece) });
  if (crc === null) return null;
  const head = Buffer.from(pieces[0]?.subarray(0, headBytes) ?? []);
  return { head, crc, sizeBytes: stored.sizeBytes, chunks: () => pieces, close: async () => {} };
}

async function ontoDisk(platform: Platform, stored: Stored): Promise<WholeContent | null> {
  const spool = await Spool.open();
  let head: Buffer | undefined;
  let crc: number | null = null;
  try {
    const take = (piece: Buffer) => (head ??= Buffer.from(piece.subarray(0, headBytes)));
    crc = await passAll(platform, stored, { keep: (frames) => spool.keep(frames), take });
  } finally {
    if (crc === null) await spool.close();
  }
  if (crc === null) return null;
  return {
    head: head ?? Buffer.alloc(0),
    ...{ crc, sizeBytes: stored.sizeBytes },
    chunks: () => openContent(stored.owner, stored.header, { frames: freeing(spool.frames()) }),
    close: () => spool.close(),
  };
}

type Passing = {
  keep(frames: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>;
  take(piece: Buffer): unknown;
};

/** Reads the object to its end. Its CRC-32, or null where it does not hold what the deposit's digests and size say. */
async function passAll(
  platform: Platform,
  { owner, objectId, header, sizeBytes, secrets }: Stored,
  { keep, take }: Passing,
): Promise<number | null> {
  const frames = await platform.objects.get(objectId);
  const digests = platform.digests.begin();
  let size = 0;
  let crc = 0;
  try {
    for await (const piece of openContent(owner, header, { frames: freeing(keep(frames)) })) {
      size += piece.length;
      if (size > sizeBytes) break;
      crc = crc32(piece, crc);
      take(piece);
      await digests.update(piece);
    }
    const { sha256, sha512 } = await digests.finish();
    const isSame = sha256.toString('hex') === secrets.sha256 && sha512.toString('hex') === secrets.sha512;
    return size === sizeBytes && isSame ? crc : null;
  } catch (error) {
    digests.abort();
    throw error;
  } finally {
    frames.destroy();
  }
}
