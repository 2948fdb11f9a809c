import { expect, it } from 'vitest';
import { countMonths, type PaidEmployer, yearsOf } from './calendar-years.ts';

const employer = (...periods: string[]): PaidEmployer => ({
  id: 'e',
  name: 'Atelier',
  firstPeriod: periods[0] ?? '',
  lastPeriod: periods.at(-1) ?? '',
  months: periods.map((period) => ({ period, documentIds: [`of ${period}`] })),
});
const statesOf = (paid: PaidEmployer) =>
  yearsOf(paid).map(({ year, months }) => [year, months.map(({ state }) => state[0]).join('')]);

it('shows the newest year first, and twelve months of each', () => {
  expect(statesOf(employer('2024-11', '2024-12', '2025-01', '2025-02'))).toEqual([
    [2025, 'hhoooooooooo'],
    [2024, 'oooooooooohh'],
  ]);
});

it('misses what lies between the first payslip and the last, and nothing around them', () => {
  expect(statesOf(employer('2025-02', '2025-06'))).toEqual([[2025, 'ohmmmhoooooo']]);
});

it('shows a year of which every month is missing', () => {
  expect(statesOf(employer('2022-12', '2024-01')).map(([year]) => year)).toEqual([2024, 2023, 2022]);
  expect(countMonths(yearsOf(employer('2022-12', '2024-01')))).toEqual({ held: 2, missing: 12 });
});

it('keeps every version of a month', () => {
  const paid = { ...employer('2025-03'), months: [{ period: '2025-03', documentIds: ['new', 'old'] }] };
  expect(yearsOf(paid)[0]?.months[2]).toEqual({ period: '2025-03', state: 'held', documentIds: ['new', 'old'] });
  expect(countMonths(yearsOf(paid))).toEqual({ held: 1, missing: 0 });
});
