import { expect, it } from 'vitest';
import { firstDayOf, periodOf, readJournalSearch } from './journal-search.ts';

const now = Date.parse('2026-11-21T10:00:00Z');

it('reads a kind and a period from the address, and leaves out what is neither', () => {
  expect(readJournalSearch({ kind: 'session', from: '2026-11-01', to: '2026-11-21' })).toEqual({
    kind: 'session',
    from: '2026-11-01',
    to: '2026-11-21',
  });
  expect(readJournalSearch({ chapter: '018f', kind: '' })).toEqual({ chapter: '018f' });
  expect(readJournalSearch({ kind: 'cats', from: 'yesterday', to: '2026-02-30' })).toEqual({});
});

it('counts today among the last days', () => {
  expect(firstDayOf('lastWeek', now)).toBe('2026-11-15');
  expect(periodOf({ from: '2026-11-15' }, now)).toBe('lastWeek');
  expect(periodOf({ from: '2026-11-15', to: '2026-11-16' }, now)).toBe('dates');
  expect(periodOf({ kind: 'document' }, now)).toBe('anyTime');
});
