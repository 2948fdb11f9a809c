import { expect, it } from 'vitest';
import { latestEffect, todayInFrance } from './legal-dates.ts';

it('counts the days of France', () => {
  expect(todayInFrance(Date.parse('2026-11-20T23:30:00Z'))).toBe('2026-11-21');
  expect(todayInFrance(Date.parse('2026-07-01T21:59:59Z'))).toBe('2026-07-01');
});

it('gives an employer three months, and no day more in a short month', () => {
  expect(latestEffect('2026-11-21')).toBe('2027-02-21');
  expect(latestEffect('2026-11-30')).toBe('2027-02-28');
});
