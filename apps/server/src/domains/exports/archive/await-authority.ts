import { setTimeout } from 'node:timers/promises';
import type { Platform } from '../../../platform/platform.ts';
import { TimestampUnavailable } from '../../../platform/timestamps/timestamps.ts';

const firstPauseMs = 500;
const longestPauseMs = 30_000;
/** How soon it is noticed that nobody waits any more. */
const lookMs = 1_000;

export type Patience = {
  until: Date;
  /** @throws when nobody waits any more */
  stillWanted(): Promise<void>;
};

/**
 * Asks a timestamp authority again until it answers. Null where it could not in time, and at once
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
    await pause(pauseMs, stillWanted);
  }
}

/** An owner who ends the export meanwhile need not wait for the authority. */
async function pause(ms: number, stillWanted: Patience['stillWanted']): Promise<void> {
  for (let leftMs = ms; leftMs > 0; leftMs -= lookMs) {
    await stillWanted();
    await setTimeout(Math.min(leftMs, lookMs));
  }
  await stillWanted();
}
