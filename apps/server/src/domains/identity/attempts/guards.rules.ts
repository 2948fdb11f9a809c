/** The wrong tries that still count against an owner, for one purpose, the oldest first. */
export type Tries = { refused: Date[]; refusedDay: Date[] };

/** Wrong tries after which the door closes, for an hour or for a day. */
export type TryLimits = { perHour: number; perDay?: number };

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** A change of the ways into an account can be undone for so long. */
export const undoMs = 3 * dayMs;

/** Until when nothing is tried any more, the right answer included; null while tries are judged. */
export function closedUntil(tries: Tries, limits: TryLimits, now: Date): Date | null {
  const ends = [
    endOf(tries.refused, limits.perHour, hourMs),
    endOf(tries.refusedDay, limits.perDay ?? Infinity, dayMs),
  ].filter((end) => end > now.getTime());
  return ends.length > 0 ? new Date(Math.max(...ends)) : null;
}

const endOf = (refused: Date[], most: number, closedMs: number): number => {
  const last = refused.at(-1);
  return last && refused.length >= most ? last.getTime() + closedMs : 0;
};

export const afterWrongTry = (tries: Tries, now: Date): Tries => ({
  refused: [...within(tries.refused, hourMs, now), now],
  refusedDay: [...within(tries.refusedDay, dayMs, now), now],
});

/** A success clears the count of the hour; the day's goes on. */
export const afterRightTry = (tries: Tries): Tries => ({ ...tries, refused: [] });

/** The requests of the last hour once this one is added; null with the instant of the next when it is one too many. */
export function judgeRequest(requested: Date[], perHour: number, now: Date): { requested: Date[] } | { nextAt: Date } {
  const recent = within(requested, hourMs, now);
  const oldest = recent.length >= perHour ? recent.at(-perHour) : undefined;
  return oldest ? { nextAt: new Date(oldest.getTime() + hourMs) } : { requested: [...recent, now] };
}

export const secondsUntil = (instant: Date, now: Date): number =>
  Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));

const within = (instants: Date[], ageMs: number, now: Date): Date[] =>
  instants.filter((instant) => instant.getTime() > now.getTime() - ageMs);
