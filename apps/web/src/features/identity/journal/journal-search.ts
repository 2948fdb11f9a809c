import { journalKinds } from '@perenne/contract/journal';
import { readDay } from '../../../lib/i18n/calendar-day.ts';

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

export const presets = { lastWeek: 7, lastMonth: 30, lastYear: 365 } as const;
export type Preset = keyof typeof presets;

const dayMs = 86_400_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** The first day of a period that ends today. */
export const firstDayOf = (preset: Preset, nowMs: number): string => dayOf(nowMs - (presets[preset] - 1) * dayMs);

/** Which period an address is: one of those that are offered, two dates, or all of time. */
export function periodOf({ from, to }: JournalSearch, nowMs: number): Preset | 'dates' | 'anyTime' {
  if (!from && !to) return 'anyTime';
  const preset = (Object.keys(presets) as Preset[]).find((name) => !to && from === firstDayOf(name, nowMs));
  return preset ?? 'dates';
}
