import { v7 } from 'uuid';
import { DomainError } from '../../src/platform/domain-error.ts';
import type { Platform } from '../../src/platform/platform.ts';

/** Something that happened, under the clock of that instant. To happen twice must do no harm. */
export type Happening = { at: Date; happen(platform: Platform): Promise<void> };

/**
 * The same platform at another time. It does not wait for the disk at each commit: what a power cut
 * takes away is made again, and the codes that come last are committed in full, with all before them.
 */
export const atInstant = (platform: Platform, instant: Date): Platform => ({
  ...platform,
  db: platform.relaxedDb,
  clock: { now: () => new Date(instant) },
});

/** Lets everything happen in the order of time: the journals of the safes record it so. */
export async function play(platform: Platform, happenings: readonly Happening[]): Promise<void> {
  for (const { at, happen } of happenings.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
    await persist(() => happen(atInstant(platform, at)));
}

const attempts = 5;

/** An upload under a past clock has expired already: where the janitor comes between, it is done again. */
async function persist(happen: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await happen();
    } catch (error) {
      const isCleared = error instanceof DomainError && error.code === 'ServiceUnavailable';
      if (!isCleared || attempt === attempts) throw error;
    }
  }
}

/** An instant of a calendar day: `2026-10-30` and `08:00`, in UTC. */
export const instantOf = (day: string, time: string): Date => new Date(`${day}T${time}:00.000Z`);

/** The months before now, the oldest first, as `YYYY-MM`; `ago` is 1 for last month. */
export const lastPeriods = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) => periodBefore(now, count - index));

export const periodBefore = (now: Date, ago: number): string =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1)).toISOString().slice(0, 7);

const firstDay = Date.UTC(2024, 0, 1);

/** The same identifier each time that it is asked for in one installation, and another in others. */
export const fixedId = ({ secrets }: Platform, name: string): string =>
  v7({ msecs: firstDay, random: secrets.tag('demo-id', name).subarray(0, 16) });
