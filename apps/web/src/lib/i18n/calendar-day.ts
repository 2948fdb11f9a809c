import { nowMs } from '../browser/clock.ts';

/** A `YYYY-MM-DD` of an address, if there is such a day: not the 30th of February. */
export function readDay(value: string | undefined): string | undefined {
  if (value === undefined || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined;
}

const dayMs = 86_400_000;

/** The day of an instant where the browser is, as `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

export const today = (): string => dayOf(nowMs());

/** The day that is so many days after one. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/** The instants at which a day begins and ends where the browser is. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
export const endOfDay = (day: string): string => new Date(`${day}T24:00:00`).toISOString();

/** From one `YYYY-MM-DD` to another; negative where it is before. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
