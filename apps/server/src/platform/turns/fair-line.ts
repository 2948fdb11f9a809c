import { comeBack } from './turnstile.ts';

/** Does the work of a party when its turn has come. Aborting `gone` removes the caller from the line. */
export type FairLine = <T>(party: string, work: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

type Limits = {
  atOnce: number;
  /** For one party; as many as for all by default. */
  atOnceOfOne?: number;
  waitingAtMost: number;
};

/** For work that takes a process, or reads up to 100 MB: one place is left for others by a party that asks for much. */
export const heavyWork: Limits = { atOnce: 3, atOnceOfOne: 2, waitingAtMost: 20 };

/**
 * For answers that take as long as their caller reads them: those of one party wait for each other, and nobody else for a
 * caller that does not read.
 */
export const longAnswers: Limits = { atOnce: Infinity, atOnceOfOne: 2, waitingAtMost: 20 };

/** For contents of more than a megabyte, which leave as slowly as their caller reads them: a person reads a few at once. */
export const longContents: Limits = { atOnce: Infinity, atOnceOfOne: 20, waitingAtMost: 200 };

/** `call` lets the caller work; `refuse` sends it away. */
type Waiting = { call(): void; refuse(): void };

/**
 * Lets so many work at once and so many wait, one of each party in turn: a party that asks for much waits behind its
 * own requests, and not before those of others. Where all places to wait are taken, the party with the longest line
 * gives one up, the last, to a party with a shorter line; else who comes is asked to come back.
 * @throws {DomainError} ServiceUnavailable
 */
export function makeFairLine({ atOnce, atOnceOfOne = atOnce, waitingAtMost }: Limits): FairLine {
  const running = new Map<string, number>();
  let runningOfAll = 0;
  const lines = new Lines(waitingAtMost);
  const runningOf = (party: string) => running.get(party) ?? 0;
  const mayBegin = (party: string) => runningOfAll < atOnce && runningOf(party) < atOnceOfOne;
  const begin = (party: string) => {
    running.set(party, runningOf(party) + 1);
    runningOfAll++;
  };
  const end = (party: string) => {
    const left = runningOf(party) - 1;
    if (left > 0) running.set(party, left);
    else running.delete(party);
    runningOfAll--;
  };
  return async (party, work, gone) => {
    if (mayBegin(party)) begin(party);
    else await lines.wait(party, gone);
    try {
      if (gone?.aborted) throw comeBack();
      return await work();
    } finally {
      end(party);
      // The place goes straight to the next in turn.
      const next = lines.next(mayBegin);
      if (next) {
        begin(next.party);
        next.waiting.call();
      }
    }
  };
}

/** One line for each party; the parties are in the order of their turns. */
class Lines {
  readonly #lines = new Map<string, Waiting[]>();
  readonly #waitingAtMost: number;
  #count = 0;

  constructor(waitingAtMost: number) {
    this.#waitingAtMost = waitingAtMost;
  }

  /** Until called. */
  wait(party: string, gone?: AbortSignal): Promise<void> {
    if (gone?.aborted) return Promise.reject(comeBack());
    if (this.#count >= this.#waitingAtMost) this.#makeRoom(party);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#remove(party, waiting);
        reject(comeBack());
      };
      const settled = (settle: () => void) => () => {
        gone?.removeEventListener('abort', leave);
        settle();
      };
      const waiting: Waiting = { call: settled(resolve), refuse: settled(() => reject(comeBack())) };
      gone?.addEventListener('abort', leave, { once: true });
      const line = this.#lines.get(party) ?? [];
      line.push(waiting);
      this.#lines.set(party, line);
      this.#count++;
    });
  }

  /** The first of the party whose turn it is, which goes behind all others. */
  next(mayBegin: (party: string) => boolean): { party: string; waiting: Waiting } | undefined {
    for (const [party, line] of this.#lines) {
      const [waiting] = line;
      if (!waiting || !mayBegin(party)) continue;
      this.#remove(party, waiting);
      this.#lines.delete(party);
      if (line.length > 0) this.#lines.set(party, line);
      return { party, waiting };
    }
    return undefined;
  }

  #remove(party: string, waiting: Waiting): void {
    const line = this.#lines.get(party) ?? [];
    line.splice(line.indexOf(waiting), 1);
    if (line.length === 0) this.#lines.delete(party);
    this.#count--;
  }

  #makeRoom(party: string): void {
    const own = this.#lines.get(party)?.length ?? 0;
    const [longest, line] = [...this.#lines].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    const last = line.at(-1);
    if (!last || line.length <= own + 1) throw comeBack();
    this.#remove(longest, last);
    last.refuse();
  }
}
