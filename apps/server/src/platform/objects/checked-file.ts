import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { inBatches } from './batches.ts';
import { ObjectDamaged } from './objects.ts';
import type { ObjectChunks } from './objects.ts';
import type { SpareBuffers } from './spare-buffers.ts';

const batchBytes = 1024 * 1024;

/** What a file was given or holds: as many bytes, and their checksum. */
type Tally = { sizeBytes: number; checksum: number };

/**
 * Writes a new file, readable by its owner alone, and resolves with its size once it is synced.
 *
 * Every byte is checked as written: what the file holds is read back and compared, in size and
 * CRC-32, with what was handed over. That finds writes that were cut short or went astray (full
 * disks, network and overlay file systems); that the disk itself keeps them is the sync's promise,
 * and the scrubber's to watch. It runs beside the sync, which waits for the disk anyway.
 */
export async function writeCheckedFile(path: string, chunks: ObjectChunks, buffers: SpareBuffers): Promise<number> {
  const file = await open(path, 'wx+', 0o600);
  try {
    const given = await writeBatches(file, chunks);
    const readBack = buffers.lend((buffer) => readTally(file, given.sizeBytes, buffer));
    const [held] = await Promise.all([readBack, file.sync()]);
    if (held.sizeBytes !== given.sizeBytes || held.checksum !== given.checksum)
      throw new ObjectDamaged(`The file holds ${held.sizeBytes} bytes that are not the ${given.sizeBytes} given`);
    return given.sizeBytes;
  } finally {
    await file.close();
  }
}

async function writeBatches(file: FileHandle, chunks: ObjectChunks): Promise<Tally> {
  const given: Tally = { sizeBytes: 0, checksum: 0 };
  // One write is under way while the next batch is gathered and sealed.
  let write: Promise<unknown> = Promise.resolve();
  let failure: { error: unknown } | undefined;
  try {
    for await (const batch of inBatches(chunks, batchBytes)) {
      await write;
      if (failure) throw failure.error;
      write = writeAll(file, batch, given.sizeBytes).catch((error: unknown) => (failure = { error }));
      for (const chunk of batch) {
        given.checksum = crc32(chunk, given.checksum);
        given.sizeBytes += chunk.length;
      }
    }
  } finally {
    await write;
  }
  if (failure) throw failure.error;
  return given;
}

async function writeAll(file: FileHandle, batch: Uint8Array[], position: number): Promise<void> {
  let written = 0;
  for (let left = batch; left.length > 0;) {
    const { bytesWritten } = await file.writev(left, position + written);
    written += bytesWritten;
    left = withoutFirst(left, bytesWritten);
  }
}

function withoutFirst(chunks: Uint8Array[], count: number): Uint8Array[] {
  let skip = count;
  for (const [index, chunk] of chunks.entries()) {
    if (skip < chunk.length) return [chunk.subarray(skip), ...chunks.slice(index + 1)];
    skip -= chunk.length;
  }
  return [];
}

/** Reads to the end of the file, wherever it is: a read that is not filled has met it. */
async function readTally(file: FileHandle, expectedBytes: number, buffer: Buffer): Promise<Tally> {
  const held: Tally = { sizeBytes: 0, checksum: 0 };
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, held.sizeBytes);
    held.checksum = crc32(buffer.subarray(0, bytesRead), held.checksum);
    held.sizeBytes += bytesRead;
    const isEnd = bytesRead < buffer.length && held.sizeBytes >= expectedBytes;
    if (bytesRead === 0 || isEnd) return held;
  }
}
