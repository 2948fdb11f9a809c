import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readSync, rmSync, unlinkSync, writeSync } from 'node:fs';
import { hasCode } from '../files/durable-files.ts';
import { FolderPaths } from './folder-paths.ts';
import { ObjectDamaged, ObjectExists } from './objects.ts';

/** Objects below this size are small. A file that is read into as much is read to its end. */
export const smallBytes = 1024 * 1024;

/** A thread writes one object at a time, whatever its folder. */
const readBack = Buffer.allocUnsafeSlow(smallBytes);

/**
 * Writes small objects into a folder as `FolderWriter` does, each in one go. Nothing else runs
 * meanwhile: it is for a thread that has nothing else to do.
 */
export class SmallWriter {
  readonly #paths: FolderPaths;
  /** Folders stay open: each is synced again and again. */
  readonly #opened = new Map<string, number>();

  constructor(path: string) {
    this.#paths = new FolderPaths(path);
  }

  put(id: string, bytes: Uint8Array): void {
    const staged = this.#paths.stagedOf(id);
    try {
      const file = openSync(staged, 'wx+', 0o600);
      try {
        for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at, bytes.length - at, at);
        this.#requireWritten(file, bytes);
        this.#publish({ file, staged, id });
      } finally {
        closeSync(file);
      }
    } catch (error) {
      rmSync(staged, { force: true });
      throw error;
    }
  }

  /** Before the sync, which waits for the disk: a file that lost something need not be waited for. */
  #requireWritten(file: number, bytes: Uint8Array): void {
    const held = readSync(file, readBack, 0, readBack.length, 0);
    if (!readBack.subarray(0, held).equals(bytes))
      throw new ObjectDamaged(`The file holds ${held} bytes that are not the ${bytes.length} given`);
  }

  /**
   * The file is synced once it has its name: file systems write both to the disk together then, and the folder's own
   * sync finds little to do. Nobody knows of an object before its put is over.
   */
  #publish({ file, staged, id }: { file: number; staged: string; id: string }): void {
    try {
      this.#link(staged, id);
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw error;
      this.#linkInNewFolder(staged, id);
    }
    try {
      unlinkSync(staged);
      fsyncSync(file);
      this.#sync(this.#paths.folderOf(id));
    } catch (error) {
      rmSync(this.#paths.fileOf(id), { force: true });
      throw error;
    }
  }

  #link(staged: string, id: string): void {
    try {
      linkSync(staged, this.#paths.fileOf(id));
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw new ObjectExists(id, { cause: error });
      throw error;
    }
  }

  #linkInNewFolder(staged: string, id: string): void {
    mkdirSync(this.#paths.folderOf(id), { recursive: true, mode: 0o700 });
    this.#sync(this.#paths.path);
    this.#link(staged, id);
  }

  #sync(folder: string): void {
    // Windows cannot sync folders; there the file system's own journal has to do.
    if (process.platform === 'win32') return;
    const descriptor = this.#opened.get(folder) ?? openSync(folder, 'r');
    this.#opened.set(folder, descriptor);
    fsyncSync(descriptor);
  }
}
