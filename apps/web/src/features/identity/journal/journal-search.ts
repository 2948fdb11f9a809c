import { journalKinds } from '@perenne/contract/journal';
import { addDays, dayOf, endOfDay, readDay, startOfDay } from '../../../lib/i18n/calendar-day.ts';

export type JournalKind = (typeof journalKinds)[number];

/** The chapter, the kind and the calendar days, both included, that the address asks for. */
export interface JournalSearch {
  /** The closed journal of a safe that this one has received. */
  chapter?: string;
  kind?: JournalKind;
  from?: string;
  to?: string;
}

/** Reads an address; a value that is no such thing is as if it were not there. */
export function readJournalSearch({ chapter, kind, from, to }: Record<string, string | undefined>): JournalSearch {
  const known = journalKinds.find((name) => name === kind);
  const [first, last] = [readDay(from), readDay(to)];
  return {
    ...(chapter ? { chapter } : {}),
    ...(known ? { kind: known } : {}),
    ...(first ? { from: first } : {}),
    ...(last ? { to: last } : {}),
  };
}

/** The query for it: the days are those of the reader, as the entries are shown. */
export const queryOf = ({ from, to, ...others }: JournalSearch): JournalSearch => ({
  ...others,
  ...(from ? { from: startOfDay(from) } : {}),
  ...(to ? { to: endOfDay(to) } : {}),
});

export const presets = { lastWeek: 7, lastMonth: 30, lastYear: 365 } as const;
export type Preset = keyof typeof presets;

/** The first day of a period that ends today. */
export const firstDayOf = (preset: Preset, nowMs: number): string => addDays(dayOf(nowMs), 1 - presets[preset]);

/** Which period an address is: one of those that are offered, two dates, or all of time. */
export function periodOf({ from, to }: JournalSearch, nowMs: number): Preset | 'dates' | 'anyTime' {
  if (!from && !to) return 'anyTime';
  const preset = (Object.keys(presets) as Preset[]).find((name) => !to && from === firstDayOf(name, nowMs));
  return preset ?? 'dates';
}
