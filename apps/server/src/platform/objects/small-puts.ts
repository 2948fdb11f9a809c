import { Worker } from 'node:worker_threads';
import { ObjectDamaged, ObjectExists } from './objects.ts';
import type { AskedPut, PutAnswer } from './put-worker.ts';
import { smallBytes } from './small-writer.ts';
import { errorOf, type ThreadFailure } from './thread-failure.ts';

/** Each waits for the disk most of its time. */
const threadsAtMost = 5;

/** A small object for the folder at `path`. */
type SmallPut = { path: string; id: string; chunks: readonly Uint8Array[] };

/** Puts whole small objects into folders by threads of its own, started as objects come together. */
export class SmallPuts {
  readonly #idle: PutThread[] = [];
  readonly #waiting: Array<(thread: PutThread) => void> = [];
  #started = 0;

  async put(put: SmallPut): Promise<{ sizeBytes: number }> {
    const thread = await this.#acquire();
    try {
      return await thread.put(put);
    } finally {
      const next = this.#waiting.shift();
      if (next) next(thread);
      else this.#idle.push(thread);
    }
  }

  #acquire(): PutThread | Promise<PutThread> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#started === threadsAtMost) return new Promise((resolve) => this.#waiting.push(resolve));
    this.#started += 1;
    return new PutThread();
  }
}

/** A thread that puts one object at a time, out of memory that both sides see: nothing is made or sent for an object. */
class PutThread {
  readonly #memory = new Uint8Array(new SharedArrayBuffer(smallBytes));
  #worker: Worker | undefined;
  #hear: ((answer: PutAnswer | Error) => void) | undefined;

  async put({ path, id, chunks }: SmallPut): Promise<{ sizeBytes: number }> {
    const { promise, resolve } = Promise.withResolvers<PutAnswer | Error>();
    this.#hear = resolve;
    const worker = (this.#worker ??= this.#start());
    // The process lives as long as something is being put.
    worker.ref();
    const sizeBytes = this.#fill(chunks);
    worker.postMessage({ path, id, sizeBytes } satisfies AskedPut, []);
    const answer = await promise;
    worker.unref();
    if (answer instanceof Error) throw answer;
    if (answer.failure) throw putErrorOf(answer.failure, id);
    return { sizeBytes };
  }

  #fill(chunks: readonly Uint8Array[]): number {
    let sizeBytes = 0;
    for (const chunk of chunks) {
      this.#memory.set(chunk, sizeBytes);
      sizeBytes += chunk.length;
    }
    return sizeBytes;
  }

  #start(): Worker {
    const worker = new Worker(new URL('./put-worker.ts', import.meta.url), { name: 'puts', workerData: this.#memory });
    worker.on('message', (answer: PutAnswer) => this.#hear?.(answer));
    worker.once('error', (cause) => this.#end(new Error('a thread of small objects failed', { cause }), worker));
    worker.once('exit', () => this.#end(new Error('a thread of small objects ended'), worker));
    return worker;
  }

  /** The next put starts another one. */
  #end(error: Error, worker: Worker): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#hear?.(error);
  }
}

function putErrorOf(failure: ThreadFailure, id: string): Error {
  if (failure.name === 'ObjectExists') return new ObjectExists(id);
  if (failure.name === 'ObjectDamaged') return new ObjectDamaged(failure.message);
  return errorOf(failure);
}
