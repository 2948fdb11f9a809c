import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { freeBytes } from '../bytes/free-bytes.ts';
import type { ChunkBatches } from './batches.ts';
import { Checksum, freshChecksumKey, type ChecksumKey } from './checksum.ts';
import { ObjectDamaged } from './objects.ts';
import type { ReadBacks } from './read-backs.ts';

/** So much is synced and read back while more comes: at the end only the last of it is waited for. */
const segmentBytes = 16 * 1024 * 1024;

/** A part of a file: where it begins, and what is given for it. */
class Segment {
  readonly from: number;
  readonly key: ChecksumKey = freshChecksumKey();
  readonly checksum = new Checksum(this.key);
  sizeBytes = 0;

  constructor(from: number) {
    this.from = from;
  }

  add(batch: readonly Uint8Array[]): void {
    for (const chunk of batch) {
      this.checksum.add(chunk);
      this.sizeBytes += chunk.length;
    }
  }
}

/**
 * Writes a new file, readable by its owner alone, and resolves with its size once it is synced.
 *
 * Every byte is checked as written: what the file holds is read back and compared, in size and checksum, with what
 * was handed over. The check finds writes that were cut short or went astray (full disks, network and overlay file
 * systems); that the disk itself keeps them is the sync's promise, and the scrubber's to watch. It runs beside the
 * sync, which waits for the disk anyway.
 */
export async function writeCheckedFile(path: string, batches: ChunkBatches, readBacks: ReadBacks): Promise<number> {
  const file = await open(path, 'wx+', 0o600);
  const checks = new Checks(file, readBacks);
  try {
    const sizeBytes = await writeBatches(file, batches, checks);
    await checks.passed();
    const held = await file.stat();
    if (held.size !== sizeBytes)
      throw new ObjectDamaged(`The file holds ${held.size} bytes, not the ${sizeBytes} given`);
    return sizeBytes;
  } finally {
    // The other thread reads a file by its number, which is another's once it is closed.
    await checks.over();
    await file.close();
  }
}

/** The checks of a file's segments, one after the other, each with a sync of its own. */
class Checks {
  readonly #file: FileHandle;
  readonly #readBacks: ReadBacks;
  #last: Promise<{ error: unknown } | null> = Promise.resolve(null);

  constructor(file: FileHandle, readBacks: ReadBacks) {
    this.#file = file;
    this.#readBacks = readBacks;
  }

  /** Checks a segment once `written` resolves. */
  add(segment: Segment, written: Promise<unknown>): void {
    this.#last = Promise.all([this.#last, written]).then(
      ([failure]) => failure ?? this.#check(segment).catch((error: unknown) => ({ error })),
    );
  }

  /** Resolves whatever became of them. */
  async over(): Promise<void> {
    await this.#last;
  }

  /** @throws {ObjectDamaged} */
  async passed(): Promise<void> {
    const failure = await this.#last;
    if (failure) throw failure.error;
  }

  async #check({ from, sizeBytes, key, checksum }: Segment): Promise<null> {
    const readBack = this.#readBacks.checksum({ file: this.#file.fd, from, sizeBytes, key });
    // Only the file's size matters of its metadata, and this keeps it.
    const [held, synced] = await Promise.allSettled([readBack, this.#file.datasync()]);
    if (synced.status === 'rejected') throw synced.reason;
    if (held.status === 'rejected') throw held.reason;
    if (held.value !== checksum.value())
      throw new ObjectDamaged(`The file does not hold what was given from byte ${from}`);
    return null;
  }
}

async function writeBatches(file: FileHandle, batches: ChunkBatches, checks: Checks): Promise<number> {
  let segment = new Segment(0);
  let position = 0;
  // One write is under way while the next batch is gathered and sealed.
  let write: Promise<unknown> = Promise.resolve();
  let failure: { error: unknown } | undefined;
  try {
    for await (const batch of batches) {
      segment.add(batch);
      await write;
      if (failure) throw failure.error;
      write = writeAll(file, batch, position).catch((error: unknown) => (failure = { error }));
      position = segment.from + segment.sizeBytes;
      if (segment.sizeBytes < segmentBytes) continue;
      checks.add(segment, write);
      segment = new Segment(position);
    }
  } finally {
    await write;
  }
  if (failure) throw failure.error;
  checks.add(segment, write);
  return position;
}

/** The chunks are of no use to anybody afterwards. */
async function writeAll(file: FileHandle, batch: Uint8Array[], position: number): Promise<void> {
  let written = 0;
  for (let left = batch; left.length > 0;) {
    const { bytesWritten } = await file.writev(left, position + written);
    written += bytesWritten;
    left = withoutFirst(left, bytesWritten);
  }
  for (const chunk of batch) freeBytes(chunk);
}

function withoutFirst(chunks: Uint8Array[], count: number): Uint8Array[] {
  let skip = count;
  for (const [index, chunk] of chunks.entries()) {
    if (skip < chunk.length) return [chunk.subarray(skip), ...chunks.slice(index + 1)];
    skip -= chunk.length;
  }
  return [];
}
