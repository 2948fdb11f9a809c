import type { Answer } from '@perenne/contract/endpoint';
import { listExports, type SafeExport } from '@perenne/contract/exports';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { nowMs } from '../../lib/browser/clock.ts';
import { endpointQuery } from '../../lib/api/endpoint-query.ts';

export type Exports = Answer<typeof listExports>;

/** Five a day for seven days, and some that failed. */
const limit = 50;
/** The server counts the documents that are done every half second. */
const progressEveryMs = 1_000;
/** The clocks of the browser and of the server may differ by that much. */
const leastWaitMs = 5_000;
const mostWaitMs = 60 * 60_000;

export const isRunning = ({ status }: SafeExport): boolean => status === 'IN_PROGRESS';

/** Whether another export was asked for in the same minute: their labels then show the seconds. */
export const sharesMinute = (one: SafeExport, all: readonly SafeExport[]): boolean =>
  all.some(({ id, date }) => id !== one.id && minuteOf(date) === minuteOf(one.date));

const minuteOf = (instant: string): number => Math.floor(Date.parse(instant) / 60_000);

/** How long until the list is another one by itself; false where it never is. */
export function nextChangeMs({ items, allowance }: Pick<Exports, 'items' | 'allowance'>, now: number): number | false {
  if (items.some(isRunning)) return progressEveryMs;
  const instants = [allowance.nextAt, ...items.map(({ availableUntil }) => availableUntil)];
  const waits = instants.flatMap((instant) => (instant ? [Date.parse(instant) - now] : []));
  if (waits.length === 0) return false;
  return Math.min(Math.max(Math.min(...waits), leastWaitMs), mostWaitMs);
}

export const exportsQuery = queryOptions({
  ...endpointQuery(listExports, { query: { limit } }),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (data ? nextChangeMs(data, nowMs()) : false),
});

export const refreshExports = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: [listExports.id] });
