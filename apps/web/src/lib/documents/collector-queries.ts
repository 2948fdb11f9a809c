import type { Answer } from '@perenne/contract/endpoint';
import { collectorLimits, listCollectors, type Collector } from '@perenne/contract/collectors';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../api/endpoint-query.ts';

/** All collectors of the safe: no safe has more than one page of them. */
export const collectorsQuery = endpointQuery(listCollectors, { query: { limit: collectorLimits.collectors } });

const liveEveryMs = 1_000;
/** A run that begins by itself, or in another window, shows within that time. */
const restEveryMs = 15_000;

export const isSynchronising = ({ status }: Pick<Collector, 'status'>): boolean => status === 'SYNCHRONIZING';

/** How often the list is read again while somebody looks at it. */
export const nextLookMs = (collectors: readonly Pick<Collector, 'status'>[]): number =>
  collectors.some(isSynchronising) ? liveEveryMs : restEveryMs;

/** The same, followed while the page is open. */
export const followedCollectors = queryOptions({
  ...collectorsQuery,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => nextLookMs(data?.items ?? []),
});

export const refreshCollectors = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: [listCollectors.id] });

/** Puts a collector that a call has answered into the list, in place of what was being read meanwhile. */
export async function putCollector(queries: QueryClient, collector: Collector): Promise<void> {
  await queries.cancelQueries({ queryKey: [listCollectors.id] });
  queries.setQueryData(collectorsQuery.queryKey, (list: Answer<typeof listCollectors> | undefined) => {
    if (!list) return list;
    const isKnown = list.items.some(({ id }) => id === collector.id);
    const items = isKnown
      ? list.items.map((one) => (one.id === collector.id ? collector : one))
      : [...list.items, collector];
    return { ...list, items, total: Math.max(list.total, items.length) };
  });
}

type Awaiting = Pick<Collector, 'id' | 'mfa'>;

/**
 * Whether the run still waits for the code that it waited for then: an answer that comes later than that is of something
 * that is over. Each asking has a time of its own from which the owner may have another code sent.
 */
export function isStillAwaited(queries: QueryClient, { id, mfa }: Awaiting): boolean {
  const list = queries.getQueryData(collectorsQuery.queryKey);
  return mfa !== null && list?.items.find((one) => one.id === id)?.mfa?.canResendAt === mfa.canResendAt;
}

/** A partner at which nothing begins now. */
export type Closure = Exclude<Collector['agent']['status'], 'RUNNING' | 'UNKNOWN'>;

/** How the partner is closed to everybody; null where it is open. */
export const closureOf = ({ agent: { status } }: Pick<Collector, 'agent'>): Closure | null =>
  status === 'RUNNING' || status === 'UNKNOWN' ? null : status;

/** Nothing that the owner does reaches a partner that is closed to everybody. */
export const isOpen = (collector: Pick<Collector, 'agent'>): boolean => closureOf(collector) === null;

/** Whether its owner can do something so that it goes on: nothing can be mended at a partner that is closed. */
export const needsOwner = (collector: Pick<Collector, 'status' | 'mfa' | 'agent'>): boolean =>
  (collector.status === 'BLOCKED' && isOpen(collector)) || collector.mfa !== null;
