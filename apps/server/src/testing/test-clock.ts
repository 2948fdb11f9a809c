import type { Clock } from '../platform/time/clock.ts';

/** A clock that goes on by itself and can be moved. */
export type TestClock = Clock & { advance(ms: number): void; set(instant: Date): void };

export function testClock(): TestClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    advance: (ms) => void (offsetMs += ms),
    set: (instant) => void (offsetMs = instant.getTime() - Date.now()),
  };
}
