import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { inBlocks } from './blocks.ts';
import { ObjectDamaged } from './objects.ts';
import type { ObjectChunks } from './objects.ts';

const blockBytes = 1024 * 1024;

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
export async function writeCheckedFile(path: string, chunks: ObjectChunks): Promise<number> {
  const file = await open(path, 'wx+', 0o600);
  try {
    const given = await writeBlocks(file, chunks);
    const [held] = await Promise.all([readTally(file), file.sync()]);
    if (held.sizeBytes !== given.sizeBytes || held.checksum !== given.checksum)
      throw new ObjectDamaged(`The file holds ${held.sizeBytes} bytes that are not the ${given.sizeBytes} given`);
    return given.sizeBytes;
  } finally {
    await file.close();
  }
}

async function writeBlocks(file: FileHandle, chunks: ObjectChunks): Promise<Tally> {
  const given: Tally = { sizeBytes: 0, checksum: 0 };
  // One write is under way while the next block is gathered and sealed.
  let write: Promise<unknown> = Promise.resolve();
  let failure: { error: unknown } | undefined;
  try {
    for await (const block of inBlocks(chunks, blockBytes)) {
      await write;
      if (failure) throw failure.error;
      write = writeAll(file, block, given.sizeBytes).catch((error: unknown) => (failure = { error }));
      given.checksum = crc32(block, given.checksum);
      given.sizeBytes += block.length;
    }
  } finally {
    await write;
  }
  if (failure) throw failure.error;
  return given;
}

async function writeAll(file: FileHandle, block: Buffer, position: number): Promise<void> {
  for (let written = 0; written < block.length;) {
    const left = block.length - written;
    written += (await file.write(block, written, left, position + written)).bytesWritten;
  }
}

async function readTally(file: FileHandle): Promise<Tally> {
  const { size } = await file.stat();
  const buffer = Buffer.allocUnsafe(Math.min(size, blockBytes));
  const held: Tally = { sizeBytes: 0, checksum: 0 };
  while (held.sizeBytes < size) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, held.sizeBytes);
    if (bytesRead === 0) break;
    held.checksum = crc32(buffer.subarray(0, bytesRead), held.checksum);
    held.sizeBytes += bytesRead;
  }
  return held;
}
