import { describe, expect, it } from 'vitest';
import { latestEffect, longDay, parisTime, universalTime } from './legal-dates.rules.ts';

describe('the latest day on which a choice takes effect', () => {
  it.each([
    ['2026-11-21T10:40:00Z', '2027-02-21'],
    ['2026-11-30T10:00:00Z', '2027-02-28'],
    ['2027-11-30T10:00:00Z', '2028-02-29'],
    ['2026-12-31T22:59:59Z', '2027-03-31'],
    // It is January in Paris already.
    ['2026-12-31T23:00:00Z', '2027-04-01'],
    ['2026-07-01T21:30:00Z', '2026-10-01'],
    ['2026-07-01T22:30:00Z', '2026-10-02'],
  ])('of %s is %s', (chosenAt, latest) => {
    expect(latestEffect(new Date(chosenAt))).toBe(latest);
  });
});

it('writes days and times as people read them', () => {
  const instant = new Date('2026-11-01T00:40:05Z');
  expect([longDay('fr', '2027-03-01'), longDay('en', '2027-03-01')]).toEqual(['1er mars 2027', '1 March 2027']);
  expect(parisTime('fr', instant)).toBe('1er novembre 2026 à 01:40:05');
  expect(parisTime('en', instant)).toBe('1 November 2026 at 01:40:05');
  expect(universalTime(instant)).toBe('2026-11-01 00:40:05 UTC');
});
