import type { JournalEntry } from '@perenne/contract/identity';

export interface JournalDay {
  /** The first of its entries, which tells the day. */
  at: string;
  entries: JournalEntry[];
}

const localDay = (instant: string) => new Date(instant).toDateString();

/** Entries in their order, gathered by the reader's own days. */
export function groupByDay(entries: readonly JournalEntry[]): JournalDay[] {
  const days: JournalDay[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && localDay(last.at) === localDay(entry.at)) last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry] });
  }
  return days;
}
