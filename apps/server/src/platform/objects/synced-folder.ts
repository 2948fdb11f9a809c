import { fsync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { SharedRuns } from './shared-runs.ts';

const syncDescriptor = promisify(fsync);

/**
 * A folder that many put names into. It stays open, and those who come while it is being synced
 * share the next sync. Windows cannot sync folders; there the file system's own journal has to do.
 */
export class SyncedFolder {
  readonly #path: string;
  readonly #syncs = new SharedRuns(() => this.#syncNow());
  #descriptor: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Resolves when the names that were made and removed before the call survive a power cut. */
  async sync(): Promise<void> {
    if (process.platform !== 'win32') await this.#syncs.run();
  }

  async #syncNow(): Promise<void> {
    this.#descriptor ??= openSync(this.#path, 'r');
    await syncDescriptor(this.#descriptor);
  }
}
