import type { JournalEntry } from '@perenne/contract/identity';
import { expect, it } from 'vitest';
import { groupByDay } from './journal-days.ts';

const entry = (id: string, at: Date): JournalEntry => ({
  id,
  at: at.toISOString(),
  action: 'document.read',
  actor: { kind: 'owner' },
  result: 'done',
  hash: 'ab',
});

it('gathers what happened by the days of who reads, in the order it came', () => {
  const days = groupByDay([
    entry('4', new Date(2026, 10, 21, 0, 5)),
    entry('3', new Date(2026, 10, 20, 23, 50)),
    entry('2', new Date(2026, 10, 20, 8, 0)),
    entry('1', new Date(2026, 9, 2, 8, 0)),
  ]);
  expect(days.map(({ entries }) => entries.map(({ id }) => id))).toEqual([['4'], ['3', '2'], ['1']]);
});

it('has no day where nothing happened', () => {
  expect(groupByDay([])).toEqual([]);
});
