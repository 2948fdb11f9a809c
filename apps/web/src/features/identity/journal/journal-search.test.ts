import process from 'node:process';
import { expect, it, onTestFinished } from 'vitest';
import { firstDayOf, periodOf, queryOf, readJournalSearch } from './journal-search.ts';

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

it('asks for the days of the reader, also where the clocks change', () => {
  const { TZ } = process.env;
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = 'Europe/Paris';
  expect(queryOf({ kind: 'session', from: '2026-10-25', to: '2026-10-25' })).toEqual({
    kind: 'session',
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  });
  expect(queryOf({ from: '2026-11-01' })).toEqual({ from: '2026-10-31T23:00:00.000Z' });
  expect(firstDayOf('lastWeek', Date.parse('2026-11-20T23:30:00Z'))).toBe('2026-11-15');
  process.env.TZ = 'America/Martinique';
  expect(queryOf({ to: '2026-11-21' })).toEqual({ to: '2026-11-22T04:00:00.000Z' });
});

it('counts today among the last days', () => {
  expect(firstDayOf('lastWeek', now)).toBe('2026-11-15');
  expect(periodOf({ from: '2026-11-15' }, now)).toBe('lastWeek');
  expect(periodOf({ from: '2026-11-15', to: '2026-11-16' }, now)).toBe('dates');
  expect(periodOf({ kind: 'document' }, now)).toBe('anyTime');
});
