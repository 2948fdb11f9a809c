import type { Platform } from '../../platform/platform.ts';
import { ExportEnded } from './failures.rules.ts';
import * as store from './exports.store.ts';

const everyMs = 500;

/** How far an attempt is, kept for its owner every half second; by the same way it learns that nobody wants it any more. */
export class Progress {
  readonly #platform: Platform;
  readonly #attempt: store.ExportKey & { objectId: string };
  readonly #signal: AbortSignal;
  #done = 0;
  #total = 0;
  #noted = 0;

  constructor(platform: Platform, attempt: store.ExportKey & { objectId: string }, signal: AbortSignal) {
    this.#platform = platform;
    this.#attempt = attempt;
    this.#signal = signal;
  }

  /** @throws {ExportEnded} */
  async begin(total: number): Promise<void> {
    this.#total = total;
    await this.stillWanted();
  }

  /** One document more. @throws {ExportEnded} */
  async step(): Promise<void> {
    this.#signal.throwIfAborted();
    this.#done += 1;
    if (performance.now() - this.#noted >= everyMs) await this.stillWanted();
  }

  /** @throws {ExportEnded} */
  async stillWanted(): Promise<void> {
    this.#signal.throwIfAborted();
    this.#noted = performance.now();
    // No promise is made of it: it need not wait for the disk.
    const counts = { done: Math.min(this.#done, this.#total), total: this.#total };
    if (!(await store.noteProgress(this.#platform.relaxedDb, this.#attempt, counts))) throw new ExportEnded();
  }
}
