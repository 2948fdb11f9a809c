import type { Readable } from 'node:stream';

type Next = { chunk?: Uint8Array; failure?: Error };

/**
 * The body of a request, given in pieces of bounded size and time. A connection that is cut ends the
 * piece under way as an end of the body would: what has come is not lost.
 */
export class IncomingBody {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #pending: Promise<Next> | undefined;
  #left: Uint8Array | undefined;
  #isEnded = false;
  #failure: Error | undefined;

  constructor(stream: Readable) {
    // Left as it is when nobody reads on: a refusal is answered on the same connection.
    this.#chunks = stream.iterator({ destroyOnReturn: false });
  }

  /** The error that cut the body short. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Waits for the next bytes, or the end. */
  async hasMore(): Promise<boolean> {
    return (await this.#peek()) !== undefined;
  }

  /** At most `bytes`, and what comes within `ms` of the first of them. */
  async *piece({ bytes, ms }: { bytes: number; ms: number }): AsyncGenerator<Uint8Array> {
    if (!(await this.hasMore())) return;
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const timer = setTimeout(resolve, ms, 'late');
    try {
      for (let missing = bytes; missing > 0;) {
        const chunk = await this.#peek(late);
        if (!chunk) return;
        this.#left = chunk.length > missing ? chunk.subarray(missing) : undefined;
        yield chunk.subarray(0, missing);
        missing -= chunk.length;
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reads no more. */
  release(): void {
    this.#isEnded = true;
    // It ends once the chunk that is waited for is there, which may be never.
    void Promise.allSettled([this.#chunks.return?.()]);
  }

  /** The next chunk, which stays; none at the end, or when it is late. */
  async #peek(late?: Promise<'late'>): Promise<Uint8Array | undefined> {
    while (!this.#left && !this.#isEnded) {
      const next = await (late ? Promise.race([this.#next(), late]) : this.#next());
      if (next === 'late') return undefined;
      this.#pending = undefined;
      this.#left = next.chunk?.length === 0 ? undefined : next.chunk;
      this.#isEnded = next.chunk === undefined;
      this.#failure = next.failure;
    }
    return this.#left;
  }

  /** Asked for once, however often it is waited for. */
  #next(): Promise<Next> {
    return (this.#pending ??= this.#chunks.next().then(
      ({ done = false, value }): Next => (done ? {} : { chunk: value as Uint8Array }),
      (error: unknown): Next => ({ failure: error instanceof Error ? error : new Error('the body was cut') }),
    ));
  }
}
