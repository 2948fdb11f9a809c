import { DomainError } from '../domain-error.ts';

/** Aborting `gone` removes the caller from the line. */
export type Turnstile = <T>(work: () => Promise<T>, gone?: AbortSignal) => Promise<T>;

const comeBackSeconds = 5;

export const comeBack = (): DomainError =>
  new DomainError('ServiceUnavailable', { retryAfterSeconds: comeBackSeconds });

/**
 * Lets so many work at once and so many wait, in the order of their coming; a caller that comes when all places are
 * taken is asked to come back, and so is one that has gone before the work began.
 * @throws {DomainError} ServiceUnavailable
 */
export function makeTurnstile({ atOnce, waitingAtMost }: { atOnce: number; waitingAtMost: number }): Turnstile {
  let running = 0;
  const waiting: Array<() => void> = [];
  return async (work, gone) => {
    if (running >= atOnce) {
      if (waiting.length >= waitingAtMost) throw comeBack();
      await standIn(waiting, gone);
    } else running++;
    try {
      if (gone?.aborted) throw comeBack();
      return await work();
    } finally {
      // The place goes straight to the next in line.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** Until called. */
const standIn = (line: Array<() => void>, gone: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const called = () => {
      gone?.removeEventListener('abort', left);
      resolve();
    };
    const left = () => {
      line.splice(line.indexOf(called), 1);
      reject(comeBack());
    };
    if (gone?.aborted) return reject(comeBack());
    gone?.addEventListener('abort', left, { once: true });
    line.push(called);
  });

/** A place for work that is no single call: it is held until what this answers is called. @throws as the turnstile */
export const takePlace = (turn: Turnstile, gone?: AbortSignal): Promise<() => void> =>
  new Promise((taken, refused) => {
    turn(() => new Promise<void>((leave) => taken(leave)), gone).catch(refused);
  });
