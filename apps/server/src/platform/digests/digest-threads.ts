import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { ContentDigests } from './digests.ts';
import type { Asked, DigestAnswer } from './digest-worker.ts';

const threadsAtMost = Math.max(1, Math.min(4, availableParallelism() - 1));
const batchBytes = 1024 * 1024;
/** Batches of each run: one is filled, one is on its way, one is hashed. */
const batchesAtMost = 3;

/** A few threads, started when the first large content comes; each works on several contents in turn. */
export class DigestThreads {
  readonly #threads: DigestThread[] = [];
  #isClosed = false;

  begin(): ThreadRun {
    if (this.#isClosed) throw new Error('the digests are closed');
    const alive = this.#threads.filter(({ isOver }) => !isOver);
    const idlest = alive.toSorted((a, b) => a.runs - b.runs)[0];
    const thread = idlest && (idlest.runs === 0 || alive.length >= threadsAtMost) ? idlest : new DigestThread();
    this.#threads.splice(0, Infinity, ...new Set([...alive, thread]));
    return thread.begin();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

class DigestThread {
  readonly #worker = new Worker(new URL('./digest-worker.ts', import.meta.url), { name: 'digests' });
  readonly #runs = new Map<number, ThreadRun>();
  #begun = 0;
  isOver = false;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (answer: DigestAnswer) => this.#runs.get(answer.run)?.hear(answer));
    this.#worker.once('error', (cause) => this.#end(new Error('a thread of digests failed', { cause })));
    this.#worker.once('exit', () => this.#end(new Error('a thread of digests ended')));
  }

  get runs(): number {
    return this.#runs.size;
  }

  begin(): ThreadRun {
    const run = ++this.#begun;
    const threadRun = new ThreadRun({
      ask: (asked, buffers) => this.#worker.postMessage({ run, ...asked } satisfies Asked, buffers),
      onEnd: () => void this.#runs.delete(run),
    });
    this.#runs.set(run, threadRun);
    return threadRun;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(error: Error): void {
    this.isOver = true;
    for (const run of this.#runs.values()) run.fail(error);
  }
}

type Way = { ask(asked: Omit<Asked, 'run'>, buffers: ArrayBuffer[]): void; onEnd(): void };

/** One content in a thread: its bytes are copied into a few batches, which come back to be filled again. */
export class ThreadRun {
  readonly #way: Way;
  readonly #free: ArrayBuffer[] = [];
  readonly #digests = Promise.withResolvers<ContentDigests>();
  #made = 0;
  #batch: Uint8Array<ArrayBuffer> | undefined;
  #filled = 0;
  #freed = Promise.withResolvers<void>();
  #failure: Error | undefined;

  constructor(way: Way) {
    this.#way = way;
    // Nobody awaits the digests of a run that was given up.
    this.#digests.promise.catch((error: unknown) => error);
  }

  /** A chunk that fits into the batch at hand takes no wait: nine pieces of ten. */
  update(chunk: Uint8Array): Promise<void> | undefined {
    const room = this.#batch ? this.#batch.length - this.#filled : 0;
    if (chunk.length >= room) return this.#updateInParts(chunk);
    this.#take(chunk);
    return undefined;
  }

  async #updateInParts(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length;) {
      const batch = (this.#batch ??= await this.#takeBatch());
      const part = chunk.subarray(at, at + batch.length - this.#filled);
      this.#take(part);
      at += part.length;
      if (this.#filled === batch.length) this.#send();
    }
  }

  #take(part: Uint8Array): void {
    this.#batch?.set(part, this.#filled);
    this.#filled += part.length;
  }

  async finish(): Promise<ContentDigests> {
    if (this.#failure) throw this.#failure;
    this.#send();
    this.#way.ask({ isEnd: true }, []);
    return this.#digests.promise;
  }

  abort(): void {
    this.#way.ask({ isGivenUp: true }, []);
    this.fail(new Error('the digests were given up'));
  }

  hear(answer: DigestAnswer): void {
    if ('buffer' in answer) this.#free.push(answer.buffer);
    else {
      this.#way.onEnd();
      this.#digests.resolve({ sha256: Buffer.from(answer.sha256), sha512: Buffer.from(answer.sha512) });
    }
    this.#freed.resolve();
  }

  fail(error: Error): void {
    this.#failure ??= error;
    this.#way.onEnd();
    this.#digests.reject(error);
    this.#freed.resolve();
  }

  #send(): void {
    if (!this.#batch || this.#filled === 0) return;
    const { buffer } = this.#batch;
    this.#way.ask({ buffer, bytes: this.#filled }, [buffer]);
    this.#batch = undefined;
    this.#filled = 0;
  }

  async #takeBatch(): Promise<Uint8Array<ArrayBuffer>> {
    while (!this.#failure && this.#free.length === 0 && this.#made >= batchesAtMost) {
      this.#freed = Promise.withResolvers();
      await this.#freed.promise;
    }
    if (this.#failure) throw this.#failure;
    const free = this.#free.pop();
    if (!free) this.#made += 1;
    return new Uint8Array(free ?? new ArrayBuffer(batchBytes));
  }
}
