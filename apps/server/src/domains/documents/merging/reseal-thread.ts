import { Worker } from 'node:worker_threads';
import type { MovedRows, Resealing, TakenRows } from './reseal-rows.ts';

/**
 * A thread that seals documents for another safe, batch after batch, as long as one merge lasts: in the thread that
 * answers requests, that would make everybody wait.
 */
export class ResealThread {
  readonly #worker: Worker;
  readonly #waiting: Array<PromiseWithResolvers<MovedRows>> = [];
  #failure: Error | undefined;

  constructor(resealing: Resealing) {
    this.#worker = new Worker(new URL('./reseal-worker.ts', import.meta.url), {
      ...{ name: 'reseal', workerData: resealing },
      // A batch dies young: where there is no room for it, what is collected is all of the memory.
      resourceLimits: { maxYoungGenerationSizeMb: 32 },
    });
    this.#worker.on('message', (moved: MovedRows) => this.#waiting.shift()?.resolve(moved));
    this.#worker.once('error', (error) => this.#fail(error));
    this.#worker.once('exit', () => this.#fail(new Error('a thread of a merge ended')));
  }

  /** @throws what kept the thread from sealing them: it takes no others then */
  reseal(rows: TakenRows): Promise<MovedRows> {
    const sealing = this.#send(rows);
    // A merge that fails elsewhere waits for it no longer.
    sealing.catch((error: unknown) => error);
    return sealing;
  }

  async #send(rows: TakenRows): Promise<MovedRows> {
    if (this.#failure) throw this.#failure;
    const batch = Promise.withResolvers<MovedRows>();
    this.#waiting.push(batch);
    this.#worker.postMessage(rows, []);
    return batch.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
