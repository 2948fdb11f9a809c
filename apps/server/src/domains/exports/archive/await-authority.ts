import { setTimeout } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { TimestampUnavailable } from '../../../platform/timestamps/timestamps.ts';

const firstPauseMs = 500;
const longestPauseMs = 30_000;

export type Patience = {
  until: Date;
  /** @throws when nobody waits any more */
  stillWanted(): Promise<void>;
};

/**
 * What a timestamp authority answers, asked for again until it can be had. Null where it could not in time, and at once
 * where the installation has no authority.
 */
export async function awaitAuthority<T>(
  { timestamps, clock, log }: Platform,
  { until, stillWanted }: Patience,
  ask: () => Promise<T>,
): Promise<T | null> {
  if (!timestamps.enabled) return null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof TimestampUnavailable)) throw error;
      log.warn({ err: error }, 'an export waits for a timestamp');
    }
    if (clock.now() >= until) return null;
    await stillWanted();
    await setTimeout(pauseMs);
  }
}
