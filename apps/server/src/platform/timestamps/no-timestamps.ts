import { StampRefused, TimestampUnavailable, type Timestamps } from './timestamps.ts';

/** No authority is configured: nothing gets a timestamp, and nothing is said to have one. */
export function noTimestamps(): Timestamps {
  return {
    enabled: false,
    stamp: async () => {
      throw new TimestampUnavailable('no timestamp authority is configured (TSA_URL)');
    },
    verify: async () => {
      throw new StampRefused('no timestamp authority is trusted (TSA_CA)');
    },
    roots: async () => [],
    check: async () => {},
  };
}
