import { link, mkdir, rm, unlink } from 'node:fs/promises';
import { hasCode } from '../files/durable-files.ts';
import type { ChunkBatches } from './batches.ts';
import { writeCheckedFile } from './checked-file.ts';
import { FolderPaths } from './folder-paths.ts';
import { ObjectExists } from './objects.ts';
import type { ReadBacks } from './read-backs.ts';
import { SyncedFolder } from './synced-folder.ts';

/** Writes the objects of a folder: checked and synced in the staging folder, then linked where they belong. */
export class FolderWriter {
  readonly paths: FolderPaths;
  readonly #synced = new Map<string, SyncedFolder>();
  readonly #readBacks: ReadBacks;

  constructor(path: string, readBacks: ReadBacks) {
    this.paths = new FolderPaths(path);
    this.#readBacks = readBacks;
  }

  async put(id: string, batches: ChunkBatches): Promise<{ sizeBytes: number }> {
    const staged = this.paths.stagedOf(id);
    try {
      const sizeBytes = await writeCheckedFile(staged, batches, this.#readBacks);
      await this.#publish(staged, id);
      return { sizeBytes };
    } catch (error) {
      await rm(staged, { force: true });
      throw error;
    }
  }

  async sync(path: string): Promise<void> {
    const folder = this.#synced.get(path) ?? new SyncedFolder(path);
    this.#synced.set(path, folder);
    await folder.sync();
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
      await Promise.all([unlink(staged), this.sync(this.paths.folderOf(id))]);
    } catch (error) {
      await rm(this.paths.fileOf(id), { force: true });
      throw error;
    }
  }

  async #link(staged: string, id: string): Promise<void> {
    try {
      await link(staged, this.paths.fileOf(id));
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw new ObjectExists(id, { cause: error });
      throw error;
    }
  }

  /** The 256 folders are made as the first object of each comes. */
  async #linkInNewFolder(staged: string, id: string): Promise<void> {
    await mkdir(this.paths.folderOf(id), { recursive: true, mode: 0o700 });
    await this.sync(this.paths.path);
    await this.#link(staged, id);
  }
}
