import type { JournalEntry } from '@perenne/contract/journal';
import { expect, it } from 'vitest';
import { groupByDay, type JournalDay } from './journal-days.ts';

const entry = (id: string, at: Date, documentId = id): JournalEntry => ({
  id,
  documentId,
  at: at.toISOString(),
  action: 'document.read',
  actor: { kind: 'owner' },
  result: 'done',
  seq: Number(id),
  previousHash: null,
  hash: 'ab',
});

const idsOf = (days: JournalDay[]) => days.map(({ runs }) => runs.map((run) => run.map(({ id }) => id)));

it('gathers what happened by the days of who reads, in the order it came', () => {
  const days = groupByDay([
    entry('4', new Date(2026, 10, 21, 0, 5)),
    entry('3', new Date(2026, 10, 20, 23, 50)),
    entry('2', new Date(2026, 10, 20, 8, 0)),
    entry('1', new Date(2026, 9, 2, 8, 0)),
  ]);
  expect(idsOf(days)).toEqual([[['4']], [['3'], ['2']], [['1']]]);
});

it('has no day where nothing happened', () => {
  expect(groupByDay([])).toEqual([]);
});

it('makes one line of what happened several times in a row, and two of what something else came between', () => {
  const at = (minute: number) => new Date(2026, 10, 21, 9, minute);
  const days = groupByDay([
    entry('5', at(5), 'a'),
    entry('4', at(4), 'a'),
    entry('3', at(3), 'b'),
    entry('2', at(2), 'a'),
  ]);
  expect(idsOf(days)).toEqual([[['5', '4'], ['3'], ['2']]]);
});

it('makes one line a day of the lists that were looked at, whatever came between', () => {
  const at = (day: number, minute: number) => new Date(2026, 10, day, 9, minute);
  const listing = (id: string, date: Date): JournalEntry => {
    const { documentId: _none, ...listed } = entry(id, date);
    return { ...listed, action: 'document.listed' };
  };
  const days = groupByDay([
    listing('6', at(21, 6)),
    entry('5', at(21, 5), 'a'),
    listing('4', at(21, 4)),
    listing('3', at(21, 3)),
    entry('2', at(21, 2), 'b'),
    listing('1', at(20, 1)),
  ]);
  expect(idsOf(days)).toEqual([[['6', '4', '3'], ['5'], ['2']], [['1']]]);
});
