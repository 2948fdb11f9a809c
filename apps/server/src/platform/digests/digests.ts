import { createHash } from 'node:crypto';
import { DigestThreads, type ThreadRun } from './digest-threads.ts';

export type ContentDigests = { sha256: Buffer; sha512: Buffer };

/** The digests of one content, on its way in as many pieces as it comes in. */
export interface DigestRun {
  /** Resolves when the next piece may come, which may be at once. The bytes of this one stay as they are until then. */
  update(chunk: Uint8Array): Promise<void> | undefined;
  finish(): Promise<ContentDigests>;
  /** Gives the run up, at any time, even after its end. */
  abort(): void;
}

export interface Digests {
  begin(): DigestRun;
  /** Ends the threads; what is still under way fails. */
  close(): Promise<void>;
}

/** A content of at most so many bytes is not worth the way to a thread and back. */
export const smallBytes = 1024 * 1024;

/** Digests of large contents are made beside everybody's work: they are most of what an upload costs. */
export function openDigests(): Digests {
  const threads = new DigestThreads();
  return { begin: () => new Run(threads), close: () => threads.close() };
}

class Run implements DigestRun {
  readonly #threads: DigestThreads;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #inThread: ThreadRun | undefined;

  constructor(threads: DigestThreads) {
    this.#threads = threads;
  }

  update(chunk: Uint8Array): Promise<void> | undefined {
    if (this.#inThread) return this.#inThread.update(chunk);
    this.#waiting.push(chunk);
    this.#waitingBytes += chunk.length;
    return this.#waitingBytes > smallBytes ? this.#moveToThread() : undefined;
  }

  async finish(): Promise<ContentDigests> {
    if (this.#inThread) return this.#inThread.finish();
    const sha256 = createHash('sha256');
    const sha512 = createHash('sha512');
    for (const chunk of this.#waiting) {
      sha256.update(chunk);
      sha512.update(chunk);
    }
    return { sha256: sha256.digest(), sha512: sha512.digest() };
  }

  abort(): void {
    this.#inThread?.abort();
  }

  async #moveToThread(): Promise<void> {
    this.#inThread = this.#threads.begin();
    for (const chunk of this.#waiting) await this.#inThread.update(chunk);
    this.#waiting = [];
  }
}
