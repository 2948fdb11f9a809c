import { type CalendarDate, fromAbsolute, parseDate, toCalendarDate } from '@internationalized/date';
import { nowMs } from '../../../lib/browser/clock.ts';

/** The law counts in days of France. `YYYY-MM-DD`. */
export const todayInFrance = (now: number = nowMs()): string =>
  toCalendarDate(fromAbsolute(now, 'Europe/Paris')).toString();

/** The last day on which a refusal takes effect (code du travail, D.3243-7); the end of a month that is too short. */
export const latestEffect = (refusedOn: string): string => {
  const day: CalendarDate = parseDate(refusedOn);
  return day.add({ months: 3 }).toString();
};
