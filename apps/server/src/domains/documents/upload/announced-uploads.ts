import { DomainError } from '../../../platform/domain-error.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { announceUploads, endAnnounced, uploadLifeMs, type AnnouncedIntent } from './upload-intents.ts';

/** How many are announced by one statement; the next ones when half of them are taken. */
const batchSize = 32;

/** An intent waits here for as long as an upload may last, and is then still good for a whole upload. */
const announcedMs = 2 * uploadLifeMs;

type Ready = { objectId: string; expiresAt: Date };

/**
 * Uploads that are announced before they come, for those that no room is counted for: an upload then
 * does not wait for its intent to reach the disk. The holder is this pool, so that two processes
 * never announce for each other; what a killed one leaves is the janitor's once it has expired.
 */
export class AnnouncedUploads {
  readonly #platform: Platform;
  readonly #holderId: string;
  readonly #ready: Ready[] = [];
  #refill: Promise<boolean> | undefined;

  constructor(platform: Platform) {
    this.#platform = platform;
    this.#holderId = newId(platform.clock);
  }

  /**
   * An intent that is on the disk, for one upload.
   * @throws {DomainError} ServiceUnavailable where none is left and none can be announced
   */
  async take(): Promise<AnnouncedIntent> {
    for (;;) {
      const objectId = this.#next();
      const refill = this.#ready.length > batchSize / 2 ? undefined : (this.#refill ??= this.#announce());
      if (objectId !== undefined)
        return { holderId: this.#holderId, objectId, reservedBytes: null, written: Promise.resolve(null) };
      if (!(await refill)) throw new DomainError('ServiceUnavailable', { retryAfterSeconds: 5 });
    }
  }

  /** Ends what nobody took. */
  async close(): Promise<void> {
    await this.#refill;
    const objectIds = this.#ready.splice(0).map(({ objectId }) => objectId);
    if (objectIds.length === 0) return;
    try {
      await endAnnounced(this.#platform.relaxedDb, { holderId: this.#holderId, objectIds });
    } catch (error) {
      this.#platform.log.warn({ err: error }, 'uploads that were announced wait for the janitor');
    }
  }

  /** Those that are too near to their end are left to the janitor. */
  #next(): string | undefined {
    const soonest = this.#platform.clock.now().getTime() + uploadLifeMs;
    for (let next = this.#ready.shift(); next; next = this.#ready.shift())
      if (next.expiresAt.getTime() >= soonest) return next.objectId;
    return undefined;
  }

  /** Returns whether it succeeded: if nobody waits for it, the next upload asks again. */
  async #announce(): Promise<boolean> {
    const { db, clock, log } = this.#platform;
    const objectIds = Array.from({ length: batchSize }, () => newId(clock));
    const expiresAt = new Date(clock.now().getTime() + announcedMs);
    try {
      await announceUploads(db, { holderId: this.#holderId, objectIds, expiresAt });
      this.#ready.push(...objectIds.map((objectId) => ({ objectId, expiresAt })));
      return true;
    } catch (error) {
      log.warn({ err: error }, 'no upload could be announced');
      return false;
    } finally {
      this.#refill = undefined;
    }
  }
}
