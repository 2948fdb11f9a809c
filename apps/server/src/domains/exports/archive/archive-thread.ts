import { Worker } from 'node:worker_threads';
import type { Writing } from './archive-index.ts';
import type { ArchivedFile, DescribedDocument } from './archived-file.ts';

export type ThreadRequest =
  | { kind: 'add'; files: readonly ArchivedFile[]; documents: readonly DescribedDocument[] }
  | { kind: 'write'; writing: Writing }
  | { kind: 'next' };
export type ThreadAnswer = Uint8Array<ArrayBuffer> | null;

/** So many files go to the thread together. */
const batchSize = 256;

/**
 * A thread that remembers the files of one archive and writes what is said of them: for 10,000 documents that is half a
 * second, which in the thread that answers requests would make everybody wait.
 */
export class ArchiveThread {
  readonly #worker: Worker;
  readonly #waiting: Array<PromiseWithResolvers<ThreadAnswer>> = [];
  #files: ArchivedFile[] = [];
  #documents: DescribedDocument[] = [];
  #failure: Error | undefined;

  constructor() {
    this.#worker = new Worker(new URL('./archive-worker.ts', import.meta.url), {
      ...{ name: 'archive', resourceLimits: { maxYoungGenerationSizeMb: 3, maxOldGenerationSizeMb: 128 } },
    });
    this.#worker.on('message', (answer: ThreadAnswer) => this.#waiting.shift()?.resolve(answer));
    this.#worker.once('error', (error) => this.#fail(error));
    this.#worker.once('exit', () => this.#fail(new Error('the thread of an archive ended')));
  }

  async addFile(file: ArchivedFile): Promise<void> {
    this.#files.push(file);
    if (this.#files.length >= batchSize) await this.#flush();
  }

  async addDocument(document: DescribedDocument): Promise<void> {
    this.#documents.push(document);
    if (this.#documents.length >= batchSize) await this.#flush();
  }

  /** One text at a time. */
  async *write(writing: Writing): AsyncGenerator<Buffer> {
    await this.#flush();
    await this.#ask({ kind: 'write', writing });
    for (let part = await this.#ask({ kind: 'next' }); part; part = await this.#ask({ kind: 'next' }))
      yield Buffer.from(part.buffer, part.byteOffset, part.byteLength);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #flush(): Promise<void> {
    const [files, documents] = [this.#files, this.#documents];
    if (files.length + documents.length === 0) return;
    this.#files = [];
    this.#documents = [];
    await this.#ask({ kind: 'add', files, documents });
  }

  async #ask(request: ThreadRequest): Promise<ThreadAnswer> {
    if (this.#failure) throw this.#failure;
    const answer = Promise.withResolvers<ThreadAnswer>();
    this.#waiting.push(answer);
    this.#worker.postMessage(request, []);
    return answer.promise;
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
