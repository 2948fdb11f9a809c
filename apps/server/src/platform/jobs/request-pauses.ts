import { setTimeout as wait } from 'node:timers/promises';

/** A client that adds or reads one document after the other leaves shorter ones. */
const pauseMs = 50;

/** The pauses between the requests that this process is asked: work that nobody waits for is done in them. */
export class RequestPauses {
  #lastAt = -Infinity;

  /** Called as a request comes and as it is answered. */
  note(): void {
    this.#lastAt = performance.now();
  }

  /** Waits for a pause; no longer than `longestMs`, so that work behind goes on under any load. */
  async next(longestMs: number): Promise<void> {
    const endsAt = performance.now() + longestMs;
    const leftMs = () => Math.min(this.#lastAt + pauseMs, endsAt) - performance.now();
    for (let left = leftMs(); left > 0; left = leftMs()) await wait(left);
  }
}
