/**
 * Runs work one time after the other, and each time for all who asked before it began: who asks
 * while it runs may have come too late for it, and shares the next run.
 */
export class SharedRuns {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  run(): Promise<void> {
    if (!this.#running) return this.#start();
    return (this.#next ??= this.#startAfter(this.#running));
  }

  #start(): Promise<void> {
    this.#next = undefined;
    this.#running = this.#work().finally(() => {
      // A next run that waits is this one's successor already.
      if (!this.#next) this.#running = undefined;
    });
    return this.#running;
  }

  async #startAfter(running: Promise<void>): Promise<void> {
    await Promise.allSettled([running]);
    await this.#start();
  }
}
