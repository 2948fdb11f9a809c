import type { Registry } from 'prom-client';

export type ProcessMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

/** How many requests an address has sent in its minute, which ends after `ttl` milliseconds. */
export type RequestCount = { current: number; ttl: number };

/** Connects the processes that answer on one port: a caller cannot choose among them. */
export type Beside = {
  publishMetrics(own: () => Promise<ProcessMetrics>): void;
  /** Those of the others. */
  askMetrics(): Promise<ProcessMetrics[]>;
  /** One more of this address. */
  countRequest(address: string): Promise<RequestCount>;
};

export const alone = (): Beside => ({
  publishMetrics: () => {},
  askMetrics: async () => [],
  countRequest: openRequestCounts(),
});

export const countedMs = 60_000;
const addressesAtMost = 5_000;

/** In memory, since the limit is a coarse one: beyond so many addresses, those seen first are forgotten. */
export function openRequestCounts(): Beside['countRequest'] {
  const counts = new Map<string, { current: number; since: number }>();
  return async (address) => {
    const now = performance.now();
    const known = counts.get(address);
    const count = known && now < known.since + countedMs ? known : { current: 0, since: now };
    count.current++;
    if (count !== known) {
      counts.delete(address);
      counts.set(address, count);
      const [first] = counts.keys();
      if (first !== undefined && counts.size > addressesAtMost) counts.delete(first);
    }
    return { current: count.current, ttl: count.since + countedMs - now };
  };
}
