import { randomBytes } from 'node:crypto';
import { open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hasCode } from '../files/durable-files.ts';
import { makeFolder } from '../files/make-folder.ts';
import { inBatches, type ChunkBatches } from './batches.ts';
import type { FolderPaths } from './folder-paths.ts';
import { FolderWriter } from './folder-writer.ts';
import { isObjectId, ObjectMissing, requireObjectId } from './objects.ts';
import type { ByteRange, ObjectChunks, Objects } from './objects.ts';
import { ReadBacks } from './read-backs.ts';
import { SmallPuts } from './small-puts.ts';
import { smallBytes } from './small-writer.ts';
import { WholeFile } from './whole-file.ts';

const readBytes = 256 * 1024;

/** The threads that write into folders. A process has one folder of objects; tests have many, and share their threads. */
export type FolderThreads = { smallPuts: SmallPuts; readBacks: ReadBacks };

export const startFolderThreads = (): FolderThreads => ({ smallPuts: new SmallPuts(), readBacks: new ReadBacks() });

/** Objects in a folder of this machine, the embedded default; made when missing, for its owner alone. */
export async function openObjectFolder(path: string, threads = startFolderThreads()): Promise<Objects> {
  const folder = new ObjectFolder(path, threads);
  await folder.prepare();
  return folder;
}

class ObjectFolder implements Objects {
  readonly #writer: FolderWriter;
  readonly #paths: FolderPaths;
  readonly #smallPuts: SmallPuts;

  constructor(path: string, { smallPuts, readBacks }: FolderThreads) {
    this.#writer = new FolderWriter(path, readBacks);
    this.#paths = this.#writer.paths;
    this.#smallPuts = smallPuts;
  }

  async prepare(): Promise<void> {
    await makeFolder(this.#paths.staging);
    await this.#writer.sync(this.#paths.path);
  }

  /** A small object is one message to a thread, where it would be a dozen ways to the disk and back. */
  async put(id: string, chunks: ObjectChunks): Promise<{ sizeBytes: number }> {
    requireObjectId(id);
    const batches = inBatches(chunks, smallBytes);
    const { value: first = [] as Uint8Array[] } = await batches.next();
    const sizeBytes = first.reduce((sum: number, chunk: Uint8Array) => sum + chunk.length, 0);
    if (sizeBytes < smallBytes) return this.#smallPuts.put({ path: this.#paths.path, id, chunks: first });
    return this.#writer.put(id, startingWith(first, batches));
  }

  async get(id: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#paths.fileOf(id), 'r').catch((error: unknown) => {
      throw hasCode(error, 'ENOENT') ? new ObjectMissing(id, { cause: error }) : error;
    });
    if (!range) return new WholeFile(file);
    if (range.end > range.start)
      return file.createReadStream({ start: range.start, end: range.end - 1, highWaterMark: readBytes });
    await file.close();
    return Readable.from([]);
  }

  async head(id: string): Promise<{ sizeBytes: number } | null> {
    try {
      return { sizeBytes: (await stat(this.#paths.fileOf(id))).size };
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    try {
      await rm(this.#paths.fileOf(id));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw error;
    }
    await this.#writer.sync(this.#paths.folderOf(id));
  }

  async *list(): AsyncGenerator<string> {
    for (const folder of await readdir(this.#paths.path)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const name of await readdir(join(this.#paths.path, folder))) if (isObjectId(name)) yield name;
    }
  }

  async sweepStaging(ageMs: number): Promise<number> {
    const limit = (await this.#probe()) - ageMs;
    let swept = 0;
    for (const name of await readdir(this.#paths.staging)) {
      const path = join(this.#paths.staging, name);
      if (!(await isOlder(path, limit))) continue;
      await rm(path, { force: true });
      swept += 1;
    }
    return swept;
  }

  async check(): Promise<void> {
    await this.#probe();
  }

  /** Writes to the folder, and returns the time of the clock that dates its files. */
  async #probe(): Promise<number> {
    const probe = join(this.#paths.staging, `probe.${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(probe, 'probe', { mode: 0o600, flush: true });
      return (await stat(probe)).mtimeMs;
    } finally {
      await rm(probe, { force: true });
    }
  }
}

async function* startingWith(first: Uint8Array[], others: ChunkBatches): AsyncGenerator<Uint8Array[]> {
  yield first;
  yield* others;
}

async function isOlder(path: string, limitMs: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < limitMs;
  } catch (error) {
    // Finished or swept by another process in the meantime.
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
}
