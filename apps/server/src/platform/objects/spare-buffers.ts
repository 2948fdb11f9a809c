const keptAtMost = 16;

/** Buffers that serve one after the other: making and collecting them would cost more than what they are for. */
export class SpareBuffers {
  readonly #bytes: number;
  readonly #spare: Buffer[] = [];

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** Lends a buffer, which holds what it was last used for, until `use` is over. */
  async lend<T>(use: (buffer: Buffer) => Promise<T>): Promise<T> {
    const buffer = this.#spare.pop() ?? Buffer.allocUnsafeSlow(this.#bytes);
    try {
      return await use(buffer);
    } finally {
      if (this.#spare.length < keptAtMost) this.#spare.push(buffer);
    }
  }
}
