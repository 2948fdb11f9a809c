import { Worker } from 'node:worker_threads';
import { ObjectDamaged, ObjectExists } from './objects.ts';
import type { AskedPut, ToldPut } from './put-worker.ts';

type Waiting = { id: string; resolve(): void; reject(error: Error): void };

/** Puts whole small objects into a folder by a thread of its own, started when the first one comes. */
export class SmallPuts {
  readonly #path: string;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #runs = 0;

  constructor(path: string) {
    this.#path = path;
  }

  async put(id: string, chunks: readonly Uint8Array[]): Promise<{ sizeBytes: number }> {
    const bytes = joined(chunks);
    const sizeBytes = bytes.length;
    const run = ++this.#runs;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const worker = (this.#worker ??= this.#start());
    this.#waiting.set(run, { id, resolve, reject });
    // The process lives as long as something is being put.
    worker.ref();
    worker.postMessage({ run, id, bytes } satisfies AskedPut, [bytes.buffer]);
    await promise;
    return { sizeBytes };
  }

  #start(): Worker {
    const worker = new Worker(new URL('./put-worker.ts', import.meta.url), { name: 'puts', workerData: this.#path });
    worker.on('message', (told: ToldPut) => this.#hear(told));
    worker.once('error', (cause) => this.#end(new Error('the thread of small objects failed', { cause })));
    worker.once('exit', () => this.#end(new Error('the thread of small objects ended')));
    return worker;
  }

  #hear({ run, failure }: ToldPut): void {
    const waiting = this.#waiting.get(run);
    this.#waiting.delete(run);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if (failure) waiting?.reject(errorOf(failure, waiting.id));
    else waiting?.resolve();
  }

  /** The next put starts another thread. */
  #end(error: Error): void {
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function errorOf({ name, message, code }: NonNullable<ToldPut['failure']>, id: string): Error {
  if (name === 'ObjectExists') return new ObjectExists(id);
  if (name === 'ObjectDamaged') return new ObjectDamaged(message);
  return Object.assign(new Error(message), code !== undefined && { code });
}
