import { nowMs } from '../browser/clock.ts';

/** A `YYYY-MM-DD` of an address, if there is such a day: not the 30th of February. */
export function readDay(value: string | undefined): string | undefined {
  if (value === undefined || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}

const dayMs = 86_400_000;

/** The day it is where the browser is, as `YYYY-MM-DD`. */
export function today(): string {
  const now = new Date(nowMs());
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** From one `YYYY-MM-DD` to another; negative where it is before. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
