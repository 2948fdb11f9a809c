import { describe, expect, it } from 'vitest';
import { latestEffect } from './legal-dates.rules.ts';

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
