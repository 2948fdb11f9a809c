import { Worker } from 'node:worker_threads';
import type { Asked, HashOptions } from './hashing-worker.ts';

/**
 * Threads that hash passwords, at a lower priority than everything else: a flood of sign-ins leaves the cores, and the
 * threads of files and ciphers, to people who read and add. A thread is started when all others are at work, so the
 * caller bounds how many there are.
 */
export class HashingThreads {
  readonly #threads = new Set<HashingThread>();

  /** Argon2id in PHC form. */
  async hash(password: string, options: HashOptions): Promise<string> {
    return (await this.#ask({ ...options, password })) as string;
  }

  async verify(stored: string, password: string, options: HashOptions): Promise<boolean> {
    return (await this.#ask({ ...options, password, stored })) as boolean;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #ask(asked: Asked): Promise<unknown> {
    const idle = [...this.#threads].find(({ isBusy }) => !isBusy);
    return (idle ?? this.#start()).ask(asked);
  }

  #start(): HashingThread {
    const thread = new HashingThread(() => void this.#threads.delete(thread));
    this.#threads.add(thread);
    return thread;
  }
}

class HashingThread {
  readonly #worker: Worker;
  #asked: PromiseWithResolvers<unknown> | undefined;

  constructor(onEnd: () => void) {
    this.#worker = new Worker(new URL('./hashing-worker.ts', import.meta.url), {
      name: 'passwords',
      // The memory of a hash is not in the heap.
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
    });
    this.#worker.unref();
    this.#worker.on('message', (done: unknown) => this.#take()?.resolve(done));
    const fail = (error: Error) => {
      onEnd();
      this.#take()?.reject(error);
    };
    this.#worker.once('error', (cause) => fail(new Error('a thread of passwords failed', { cause })));
    this.#worker.once('exit', () => fail(new Error('a thread of passwords ended')));
  }

  get isBusy(): boolean {
    return this.#asked !== undefined;
  }

  ask(asked: Asked): Promise<unknown> {
    this.#asked = Promise.withResolvers();
    this.#worker.postMessage(asked, []);
    return this.#asked.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #take(): PromiseWithResolvers<unknown> | undefined {
    const asked = this.#asked;
    this.#asked = undefined;
    return asked;
  }
}
