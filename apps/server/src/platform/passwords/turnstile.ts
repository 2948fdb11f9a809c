import { DomainError } from '../domain-error.ts';

export type Turnstile = <T>(work: () => Promise<T>) => Promise<T>;

const comeBackSeconds = 5;

/**
 * Lets so many work at once and so many wait, in the order of their coming; who comes when all places
 * are taken is told to come back.
 * @throws {DomainError} ServiceUnavailable
 */
export function makeTurnstile({ atOnce, waitingAtMost }: { atOnce: number; waitingAtMost: number }): Turnstile {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async (work) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost)
        throw new DomainError('ServiceUnavailable', { retryAfterSeconds: comeBackSeconds });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      // The place goes straight to the next in line.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
