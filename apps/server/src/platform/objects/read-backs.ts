import { Worker } from 'node:worker_threads';
import type { AskedReadBack, ReadBackAnswer } from './read-back-worker.ts';
import { errorOf } from './thread-failure.ts';

type Answer = (answer: ReadBackAnswer | Error) => void;

/**
 * Reads back what files hold, by a thread of its own. It is there from the start: no large object waits for it, and its
 * memory is not that of whatever writes the first one.
 */
export class ReadBacks {
  #thread = new ReadBackThread();

  /** The checksum of a part of a file, which stays open until this is over. */
  async checksum(asked: AskedReadBack): Promise<string> {
    if (this.#thread.isOver) this.#thread = new ReadBackThread();
    const answer = await this.#thread.ask(asked);
    if (answer instanceof Error) throw answer;
    if ('failure' in answer) throw errorOf(answer.failure);
    return answer.checksum;
  }
}

class ReadBackThread {
  readonly #worker = new Worker(new URL('./read-back-worker.ts', import.meta.url), { name: 'read-backs' });
  readonly #waiting: Answer[] = [];
  isOver = false;

  constructor() {
    this.#worker.on('message', (answer: ReadBackAnswer) => this.#hear(answer));
    this.#worker.once('error', (cause) => this.#end(new Error('the thread that reads back failed', { cause })));
    this.#worker.once('exit', () => this.#end(new Error('the thread that reads back ended')));
    // After the listeners: one for messages would have the process live as long as the thread.
    this.#worker.unref();
  }

  ask(asked: AskedReadBack): Promise<ReadBackAnswer | Error> {
    const { promise, resolve } = Promise.withResolvers<ReadBackAnswer | Error>();
    this.#waiting.push(resolve);
    // The process lives as long as something is being read back.
    this.#worker.ref();
    this.#worker.postMessage(asked, []);
    return promise;
  }

  #hear(answer: ReadBackAnswer | Error): void {
    this.#waiting.shift()?.(answer);
    if (this.#waiting.length === 0) this.#worker.unref();
  }

  #end(error: Error): void {
    this.isOver = true;
    while (this.#waiting.length > 0) this.#hear(error);
  }
}
