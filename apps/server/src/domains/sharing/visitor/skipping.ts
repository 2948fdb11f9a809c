import { heavyWork, makeFairLine } from '../../../platform/turns/fair-line.ts';
import { comeBack, type Turnstile } from '../../../platform/turns/turnstile.ts';

/** The line in which a visit waits to have an archive made up to the part that it asked for. */
export type Skipping = (visit: { visitId: string; safeId: string }) => Turnstile;

/**
 * Three are made at once, two of them for what one owner has shared, and twenty wait in turns between owners. One visit
 * makes or waits for one, since all share these places.
 * @throws {DomainError} ServiceUnavailable
 */
export function makeSkipping(): Skipping {
  const line = makeFairLine(heavyWork);
  const held = new Set<string>();
  return ({ visitId, safeId }) =>
    async (work, gone) => {
      if (held.has(visitId)) throw comeBack();
      held.add(visitId);
      try {
        return await line(safeId, work, gone);
      } finally {
        held.delete(visitId);
      }
    };
}
