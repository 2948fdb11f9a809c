/** How long a share still runs, in the largest unit that says something. */
export interface Remaining {
  unit: 'days' | 'hours' | 'minutes';
  count: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Null once it is over. A share that was just made for 15 days has 15 days left, not 14. */
export function remainingOf(expirationDate: string, nowMs: number): Remaining | null {
  const leftMs = Date.parse(expirationDate) - nowMs;
  if (leftMs <= 0) return null;
  if (leftMs < hourMs) return { unit: 'minutes', count: Math.max(1, Math.ceil(leftMs / minuteMs)) };
  if (leftMs < dayMs) return { unit: 'hours', count: Math.ceil(leftMs / hourMs) };
  return { unit: 'days', count: Math.round(leftMs / dayMs) };
}
