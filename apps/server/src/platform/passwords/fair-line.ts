import { comeBack } from './turnstile.ts';

/** Does the work of a client address when its turn has come. */
export type FairLine = <T>(from: string, work: () => Promise<T>) => Promise<T>;

/** `call` lets the caller work; `refuse` sends it away. */
type Waiting = { call(): void; refuse(): void };

/**
 * Lets so many work at once and so many wait, one of each client address in turn: an address that asks for much waits
 * behind its own requests, and not before those of others. Where all places to wait are taken, the address with the
 * longest line gives one up, the last, to an address with a shorter line; else who comes is asked to come back.
 * @throws {DomainError} ServiceUnavailable
 */
export function makeFairLine({ atOnce, waitingAtMost }: { atOnce: number; waitingAtMost: number }): FairLine {
  let running = 0;
  const lines = new Lines(waitingAtMost);
  return async (from, work) => {
    if (running >= atOnce) await lines.wait(from);
    else running++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in turn.
      const next = lines.next();
      if (next) next.call();
      else running--;
    }
  };
}

/** One line for each address; the addresses are in the order of their turns. */
class Lines {
  readonly #lines = new Map<string, Waiting[]>();
  readonly #waitingAtMost: number;
  #count = 0;

  constructor(waitingAtMost: number) {
    this.#waitingAtMost = waitingAtMost;
  }

  /** Until called. */
  wait(from: string): Promise<void> {
    if (this.#count >= this.#waitingAtMost) this.#makeRoom(from);
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(from) ?? [];
      line.push({ call: resolve, refuse: () => reject(comeBack()) });
      this.#lines.set(from, line);
      this.#count++;
    });
  }

  /** The first of the address whose turn it is, which goes behind all others. */
  next(): Waiting | undefined {
    const [turn] = this.#lines;
    if (!turn) return undefined;
    const [from, line] = turn;
    const first = line.shift();
    this.#lines.delete(from);
    if (line.length > 0) this.#lines.set(from, line);
    this.#count--;
    return first;
  }

  #makeRoom(from: string): void {
    const own = this.#lines.get(from)?.length ?? 0;
    const longest = [...this.#lines].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    if (longest[1].length <= own + 1) throw comeBack();
    longest[1].pop()?.refuse();
    this.#count--;
  }
}
