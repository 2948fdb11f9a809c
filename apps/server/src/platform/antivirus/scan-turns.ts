import { AntivirusUnavailable } from './antivirus.ts';

/** A conversation with the antivirus under way. */
export type ScanTurn = {
  readonly isInterrupted: boolean;
  /** Notes that so many bytes have passed. */
  add(bytes: number): void;
  /** All has passed: from now on only the antivirus is waited for, and the turn is not interrupted. */
  complete(): void;
  end(): void;
};

type Running = {
  party: string;
  sinceMs: number;
  bytes: number;
  interrupt: (() => void) | undefined;
};
type Waiting = { running: Running; call(): void };

export type ScanTurnsSettings = {
  /** Conversations at once. */
  atOnce: number;
  /** A content that comes slowly keeps its turn for so long from others who wait. */
  keptMs: number;
  /** Nobody waits longer than that. */
  waitMs: number;
};

/** The time that a party took counts half after so long: who adds all day is no later than who comes for the first time. */
const halvedAfterMs = 10_000;
const forgottenAfterMs = 60_000;

/**
 * Shares the antivirus between parties. The next turn goes to the party that has the fewest, and among equals to the one
 * whose turns took the least time lately. Where all are taken and someone waits, the content that comes slowest loses
 * its turn: it is scanned once it is whole.
 */
export class ScanTurns {
  readonly #settings: ScanTurnsSettings;
  readonly #running = new Set<Running>();
  readonly #waiting: Waiting[] = [];
  /** The time that the turns of a party took, as it counted when the last one ended: the latest at the end. */
  readonly #taken = new Map<string, { ms: number; endedAtMs: number }>();
  #looking: NodeJS.Timeout | undefined;

  constructor(settings: ScanTurnsSettings) {
    this.#settings = settings;
  }

  /** `interrupt` ends the conversation; a turn without it is never interrupted. @throws {AntivirusUnavailable} */
  async take(party: string, interrupt?: () => void): Promise<ScanTurn> {
    const running: Running = { party, sinceMs: performance.now(), bytes: 0, interrupt };
    let isInterrupted = false;
    if (interrupt)
      running.interrupt = () => {
        isInterrupted = true;
        interrupt();
      };
    if (this.#running.size < this.#settings.atOnce) this.#running.add(running);
    else await this.#wait(running);
    return {
      get isInterrupted() {
        return isInterrupted;
      },
      add: (bytes) => void (running.bytes += bytes),
      complete: () => void (running.interrupt = undefined),
      end: () => {
        if (this.#release(running)) this.#callNext();
      },
    };
  }

  /** Whether it still ran. */
  #release(running: Running): boolean {
    if (!this.#running.delete(running)) return false;
    const { party, sinceMs } = running;
    const now = performance.now();
    for (const [other, { endedAtMs }] of this.#taken) {
      if (now - endedAtMs < forgottenAfterMs) break;
      this.#taken.delete(other);
    }
    const ms = this.#takenBy(party, now) + now - sinceMs;
    this.#taken.delete(party);
    this.#taken.set(party, { ms, endedAtMs: now });
    return true;
  }

  #takenBy(party: string, now: number): number {
    const { ms, endedAtMs } = this.#taken.get(party) ?? { ms: 0, endedAtMs: now };
    return ms * 2 ** ((endedAtMs - now) / halvedAfterMs);
  }

  #wait(running: Running): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        running,
        call: () => {
          clearTimeout(timer);
          running.sinceMs = performance.now();
          this.#running.add(running);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new AntivirusUnavailable('The antivirus has too much to do'));
      }, this.#settings.waitMs);
      this.#waiting.push(waiting);
      this.#makeRoom();
    });
  }

  #callNext(): void {
    const counts = new Map<string, number>();
    for (const { party } of this.#running) counts.set(party, (counts.get(party) ?? 0) + 1);
    const countOf = ({ running }: Waiting): number => counts.get(running.party) ?? 0;
    const now = performance.now();
    const takenBy = ({ running }: Waiting): number => this.#takenBy(running.party, now);
    const [first] = this.#waiting.toSorted((a, b) => countOf(a) - countOf(b) || takenBy(a) - takenBy(b));
    if (!first) return;
    this.#waiting.splice(this.#waiting.indexOf(first), 1);
    first.call();
    this.#makeRoom();
  }

  /** Interrupts the slowest content that has had its time, or looks again when one will have had it. */
  #makeRoom(): void {
    clearTimeout(this.#looking);
    if (this.#waiting.length === 0) return;
    const now = performance.now();
    const slow = [...this.#running].filter(({ interrupt }) => interrupt !== undefined);
    const due = slow.filter(({ sinceMs }) => now - sinceMs >= this.#settings.keptMs);
    const paceOf = ({ bytes, sinceMs }: Running): number => bytes / (now - sinceMs);
    const [slowest] = due.toSorted((a, b) => paceOf(a) - paceOf(b));
    if (slowest) {
      slowest.interrupt?.();
      this.#release(slowest);
      this.#callNext();
    } else if (slow.length > 0) {
      const nextMs = Math.min(...slow.map(({ sinceMs }) => sinceMs)) + this.#settings.keptMs - now;
      this.#looking = setTimeout(() => this.#makeRoom(), Math.max(1, nextMs));
    }
  }
}
