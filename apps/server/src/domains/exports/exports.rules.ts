import { exportLimits } from '@perenne/contract/exports';

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Requests after this instant count towards the limit. */
export const countedSince = (now: Date): Date => new Date(now.getTime() - dayMs);

type Allowance = { limit: number; remaining: number; nextAt: Date | null };

/** `counted` are the instants of the requests of the last 24 hours. */
export function allowanceOf(counted: readonly Date[]): Allowance {
  const limit = exportLimits.perDay;
  const remaining = Math.max(0, limit - counted.length);
  if (remaining > 0) return { limit, remaining, nextAt: null };
  // The request that leaves the window last of those that have to.
  const oldestFirst = counted.toSorted((a, b) => a.getTime() - b.getTime());
  const leaving = oldestFirst[counted.length - limit];
  return { limit, remaining, nextAt: leaving ? new Date(leaving.getTime() + dayMs) : null };
}

export const secondsUntil = (instant: Date, now: Date): number =>
  Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1_000));

export const availableUntil = (readyAt: Date): Date => new Date(readyAt.getTime() + exportLimits.daysKept * dayMs);

/** A failed export is shown as long as one that is ready. */
export const shownSince = (now: Date): Date => new Date(now.getTime() - exportLimits.daysKept * dayMs);

/** Until then a timestamp is waited for. */
export const stampedUntil = (requestedAt: Date): Date => new Date(requestedAt.getTime() + hourMs);
