import type { SafeExport } from '@perenne/contract/exports';
import { expect, it } from 'vitest';
import { nextChangeMs, sharesMinute } from './export-queries.ts';

const now = Date.parse('2026-11-24T10:00:00Z');
const free = { limit: 5, remaining: 3, nextAt: null };

const ready: SafeExport = {
  ...{ id: '1', status: 'READY', date: '2026-11-24T09:00:00Z', documentCount: 3 },
  ...{ progress: { done: 3, total: 3 }, sizeBytes: 1_000, sha256: 'ab', timestampedAt: null, damaged: [] },
  availableUntil: '2026-11-24T10:20:00Z',
};

it('reads the list again every second while an export is being prepared', () => {
  const running = { ...ready, status: 'IN_PROGRESS', availableUntil: null } as const;
  expect(nextChangeMs({ items: [ready, running], allowance: free }, now)).toBe(1_000);
});

it('waits for the first of what changes by itself: an archive that goes, an export that becomes possible', () => {
  expect(nextChangeMs({ items: [ready], allowance: free }, now)).toBe(20 * 60_000);
  const used = { limit: 5, remaining: 0, nextAt: '2026-11-24T10:05:00Z' };
  expect(nextChangeMs({ items: [ready], allowance: used }, now)).toBe(5 * 60_000);
});

it('never waits for more than an hour, nor for less than a clock that differs is worth', () => {
  expect(nextChangeMs({ items: [{ ...ready, availableUntil: '2026-12-01T10:00:00Z' }], allowance: free }, now)).toBe(
    60 * 60_000,
  );
  expect(nextChangeMs({ items: [{ ...ready, availableUntil: '2026-11-24T09:59:00Z' }], allowance: free }, now)).toBe(
    5_000,
  );
});

it('leaves a list alone that nothing changes', () => {
  expect(nextChangeMs({ items: [], allowance: free }, now)).toBe(false);
  expect(nextChangeMs({ items: [{ ...ready, status: 'FAILED', availableUntil: null }], allowance: free }, now)).toBe(
    false,
  );
});

it('tells two exports of one minute apart, and no others', () => {
  const at = (id: string, date: string): SafeExport => ({ ...ready, id, date });
  const all = [
    at('a', '2026-11-24T09:00:59.900Z'),
    at('b', '2026-11-24T09:00:01.000Z'),
    at('c', '2026-11-24T09:01:00.000Z'),
  ];
  expect(all.map((one) => sharesMinute(one, all))).toEqual([true, true, false]);
});
