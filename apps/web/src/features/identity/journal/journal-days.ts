import type { JournalEntry } from '@perenne/contract/journal';

/** An event several times in a row is one line, the newest first: reading a list has no more to say. */
export type JournalRun = readonly [JournalEntry, ...JournalEntry[]];

export interface JournalDay {
  /** The newest of its entries, which gives the day. */
  at: string;
  runs: JournalRun[];
}

const localDay = (instant: string) => new Date(instant).toDateString();

const isAlike = (one: JournalEntry, other: JournalEntry): boolean =>
  one.action === other.action &&
  one.result === other.result &&
  one.documentId === other.documentId &&
  one.title === other.title &&
  one.actor.kind === other.actor.kind &&
  one.actor.name === other.actor.name;

/** The lists that an owner looked at on one day are one line, whatever came between: each says nothing by itself. */
const isListing = ({ action, actor }: JournalEntry): boolean => action === 'document.listed' && actor.kind === 'owner';

function addTo(day: JournalDay, entry: JournalEntry): void {
  const listings = isListing(entry) ? day.runs.findIndex(([first]) => isAlike(first, entry)) : -1;
  const known = day.runs[listings];
  if (known) return void day.runs.splice(listings, 1, [...known, entry]);
  const last = day.runs.at(-1);
  if (last && isAlike(last[0], entry)) day.runs[day.runs.length - 1] = [...last, entry];
  else day.runs.push([entry]);
}

/** Entries in their order, gathered by the reader's own days. */
export function groupByDay(entries: readonly JournalEntry[]): JournalDay[] {
  const days: JournalDay[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && localDay(last.at) === localDay(entry.at)) addTo(last, entry);
    else days.push({ at: entry.at, runs: [[entry]] });
  }
  return days;
}
