import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { hasCode } from '../durable-files.ts';
import { writeCheckedFile } from './checked-file.ts';
import { isObjectId, ObjectExists, ObjectMissing, requireObjectId } from './objects.ts';
import type { ByteRange, ObjectChunks, Objects } from './objects.ts';
import { SpareBuffers } from './spare-buffers.ts';
import { SyncedFolder } from './synced-folder.ts';

const readBytes = 256 * 1024;

/** Objects in a folder of this machine, the embedded default; made when missing, for its owner alone. */
export async function openObjectFolder(path: string): Promise<Objects> {
  const folder = new ObjectFolder(path);
  await folder.prepare();
  return folder;
}

class ObjectFolder implements Objects {
  readonly #path: string;
  readonly #staging: string;
  readonly #synced = new Map<string, SyncedFolder>();
  readonly #buffers = new SpareBuffers(readBytes);

  constructor(path: string) {
    this.#path = path;
    this.#staging = join(path, 'staging');
  }

  async prepare(): Promise<void> {
    await mkdir(this.#staging, { recursive: true, mode: 0o700 });
    await this.#sync(this.#path);
  }

  async put(id: string, chunks: ObjectChunks): Promise<{ sizeBytes: number }> {
    requireObjectId(id);
    const staged = join(this.#staging, `${id}.${randomBytes(6).toString('hex')}`);
    try {
      const sizeBytes = await writeCheckedFile(staged, chunks, this.#buffers);
      await this.#publish(staged, id);
      return { sizeBytes };
    } catch (error) {
      await rm(staged, { force: true });
      throw error;
    }
  }

  async get(id: string, range?: ByteRange): Promise<Readable> {
    const file = await open(this.#fileOf(id), 'r').catch((error: unknown) => {
      throw hasCode(error, 'ENOENT') ? new ObjectMissing(id, { cause: error }) : error;
    });
    if (!range) return file.createReadStream({ highWaterMark: readBytes });
    if (range.end > range.start)
      return file.createReadStream({ start: range.start, end: range.end - 1, highWaterMark: readBytes });
    await file.close();
    return Readable.from([]);
  }

  async head(id: string): Promise<{ sizeBytes: number } | null> {
    try {
      return { sizeBytes: (await stat(this.#fileOf(id))).size };
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    try {
      await rm(this.#fileOf(id));
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return;
      throw error;
    }
    await this.#sync(this.#folderOf(id));
  }

  async *list(): AsyncGenerator<string> {
    for (const folder of await readdir(this.#path)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const name of await readdir(join(this.#path, folder))) if (isObjectId(name)) yield name;
    }
  }

  async sweepStaging(ageMs: number): Promise<number> {
    const limit = (await this.#probe()) - ageMs;
    let swept = 0;
    for (const name of await readdir(this.#staging)) {
      const path = join(this.#staging, name);
      if (!(await isOlder(path, limit))) continue;
      await rm(path, { force: true });
      swept += 1;
    }
    return swept;
  }

  async check(): Promise<void> {
    await this.#probe();
  }

  /** Writes to the folder, and tells what time it is by the clock that dates its files. */
  async #probe(): Promise<number> {
    const probe = join(this.#staging, `probe.${randomBytes(6).toString('hex')}`);
    try {
      await writeFile(probe, 'probe', { mode: 0o600, flush: true });
      return (await stat(probe)).mtimeMs;
    } finally {
      await rm(probe, { force: true });
    }
  }

  /**
   * Gives the staged file its name. A link is used where a rename is usual, because it never
   * replaces an object that is there. The folder of the object alone is synced: were the staged name
   * to come back after a power cut, it would be a second name of the object, and swept.
   */
  async #publish(staged: string, id: string): Promise<void> {
    try {
      await this.#link(staged, id);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      await this.#linkInNewFolder(staged, id);
    }
    try {
      await Promise.all([unlink(staged), this.#sync(this.#folderOf(id))]);
    } catch (error) {
      await rm(this.#fileOf(id), { force: true });
      throw error;
    }
  }

  async #link(staged: string, id: string): Promise<void> {
    try {
      await link(staged, this.#fileOf(id));
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw new ObjectExists(id, { cause: error });
      throw error;
    }
  }

  /** The 256 folders are made as the first object of each comes. */
  async #linkInNewFolder(staged: string, id: string): Promise<void> {
    await mkdir(this.#folderOf(id), { recursive: true, mode: 0o700 });
    await this.#sync(this.#path);
    await this.#link(staged, id);
  }

  async #sync(path: string): Promise<void> {
    const folder = this.#synced.get(path) ?? new SyncedFolder(path);
    this.#synced.set(path, folder);
    await folder.sync();
  }

  #fileOf(id: string): string {
    return join(this.#folderOf(id), id);
  }

  /** Spread by the last two digits: the first ones of a UUIDv7 are the time, the same for a whole day. */
  #folderOf(id: string): string {
    requireObjectId(id);
    return join(this.#path, id.slice(-2));
  }
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
