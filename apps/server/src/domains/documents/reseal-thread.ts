import { Worker } from 'node:worker_threads';
import type { MovedRows, Resealing, TakenRow } from './reseal-rows.ts';

/**
 * A thread that seals documents for another safe, one batch at a time, as long as one merge lasts: in the thread that
 * answers requests, that would make everybody wait.
 */
export class ResealThread {
  readonly #worker: Worker;
  #waiting: PromiseWithResolvers<MovedRows> | undefined;
  #failure: Error | undefined;

  constructor(resealing: Resealing) {
    this.#worker = new Worker(new URL('./reseal-worker.ts', import.meta.url), {
      ...{ name: 'reseal', workerData: resealing },
      // A batch dies young: where there is no room for it, what is collected is all of the memory.
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.on('message', (moved: MovedRows) => this.#waiting?.resolve(moved));
    this.#worker.once('error', (error) => this.#fail(error));
    this.#worker.once('exit', () => this.#fail(new Error('a thread of a merge ended')));
  }

  /** @throws what kept the thread from sealing these rows: it takes no others then */
  async reseal(rows: readonly TakenRow[]): Promise<MovedRows> {
    if (this.#failure) throw this.#failure;
    this.#waiting = Promise.withResolvers();
    // A merge that fails elsewhere waits for it no longer.
    this.#waiting.promise.catch((error: unknown) => error);
    this.#worker.postMessage(rows, []);
    return this.#waiting.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#waiting?.reject(this.#failure);
  }
}
