import { expect, it } from 'vitest';
import { addDays, addMonths, longDay, parisDate, parisDay, parisMinute, parisTime, universalTime } from './calendar.ts';

it('writes days and times as people read them', () => {
  const instant = new Date('2026-11-01T00:40:05Z');
  expect([longDay('fr', '2027-03-01'), longDay('en', '2027-03-01')]).toEqual(['1er mars 2027', '1 March 2027']);
  expect(parisTime('fr', instant)).toBe('1er novembre 2026 à 01:40:05');
  expect(parisTime('en', instant)).toBe('1 November 2026 at 01:40:05');
  expect(parisMinute('fr', instant)).toBe('1er novembre 2026 à 01:40');
  expect(parisMinute('en', instant)).toBe('1 November 2026 at 01:40');
  expect(parisDate('fr', instant)).toBe('1er novembre 2026');
  expect(universalTime(instant)).toBe('2026-11-01 00:40:05 UTC');
});

it.each([
  ['2026-11-21T22:59:59Z', '2026-11-21'],
  ['2026-11-21T23:00:00Z', '2026-11-22'],
  ['2026-07-01T22:00:00Z', '2026-07-02'],
])('knows the day that it is in France at %s', (instant, day) => {
  expect(parisDay(new Date(instant))).toBe(day);
});

it.each([
  ['2027-05-31', -6, '2026-11-30'],
  ['2028-08-31', -6, '2028-02-29'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-03-15', -3, '2025-12-15'],
  ['2020-02-29', 60, '2025-02-28'],
])('counts months: %s and %i is %s', (day, months, expected) => {
  expect(addMonths(day, months)).toBe(expected);
});

it.each([
  ['2026-03-01', -1, '2026-02-28'],
  ['2028-03-01', -1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
])('counts days: %s and %i is %s', (day, days, expected) => {
  expect(addDays(day, days)).toBe(expected);
});
