import { expect, it } from 'vitest';
import { remainingOf } from './remaining.ts';

const end = '2026-12-06T10:00:00.000Z';
const before = (ms: number) => remainingOf(end, Date.parse(end) - ms);

it('counts days, then hours, then minutes', () => {
  expect(before(15 * 86_400_000 - 2_000)).toEqual({ unit: 'days', count: 15 });
  expect(before(86_400_000)).toEqual({ unit: 'days', count: 1 });
  expect(before(86_400_000 - 1)).toEqual({ unit: 'hours', count: 24 });
  expect(before(3_600_000)).toEqual({ unit: 'hours', count: 1 });
  expect(before(3_599_999)).toEqual({ unit: 'minutes', count: 60 });
  expect(before(1)).toEqual({ unit: 'minutes', count: 1 });
});

it('has nothing left at its end', () => {
  expect(before(0)).toBeNull();
  expect(before(-1)).toBeNull();
});
