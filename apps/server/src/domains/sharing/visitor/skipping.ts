import { comeBack, makeTurnstile, type Turnstile } from '../../../platform/passwords/turnstile.ts';

/** The line in which a visit waits to have an archive made up to the part that it asked for. */
export type Skipping = (visitId: string) => Turnstile;

/**
 * Two are made at once and twenty wait; one visit makes or waits for one, since all share these places.
 * @throws {DomainError} ServiceUnavailable
 */
export function makeSkipping(): Skipping {
  const turn = makeTurnstile({ atOnce: 2, waitingAtMost: 20 });
  const held = new Set<string>();
  return (visitId) => async (work, gone) => {
    if (held.has(visitId)) throw comeBack();
    held.add(visitId);
    try {
      return await turn(work, gone);
    } finally {
      held.delete(visitId);
    }
  };
}
