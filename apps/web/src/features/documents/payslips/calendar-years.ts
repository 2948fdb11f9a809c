import type { Answer } from '@perenne/contract/endpoint';
import type { getPayslipCalendar } from '@perenne/contract/payslips';

export type PaidEmployer = Answer<typeof getPayslipCalendar>['employers'][number];

export interface CalendarMonth {
  /** `YYYY-MM` */
  period: string;
  /** `outside`: before the first payslip of this employer, or after the last. */
  state: 'held' | 'missing' | 'outside';
  /** The newest first. */
  documentIds: readonly string[];
}

export interface CalendarYear {
  year: number;
  /** January to December. */
  months: readonly CalendarMonth[];
}

const twelve = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));

/** The years of one employer, the newest first, with what is missing between its first and its last payslip. */
export function yearsOf({ firstPeriod, lastPeriod, months }: PaidEmployer): CalendarYear[] {
  const held = new Map(months.map(({ period, documentIds }) => [period, documentIds]));
  const stateOf = (period: string): CalendarMonth['state'] => {
    if (held.has(period)) return 'held';
    return period > firstPeriod && period < lastPeriod ? 'missing' : 'outside';
  };
  const [first, last] = [firstPeriod, lastPeriod].map((period) => Number(period.slice(0, 4)));
  const years = Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, ago) => (last ?? 0) - ago);
  return years.map((year) => ({
    year,
    months: twelve.map((month) => {
      const period = `${year}-${month}`;
      return { period, state: stateOf(period), documentIds: held.get(period) ?? [] };
    }),
  }));
}

/** How many months are held and how many are missing. */
export function countMonths(years: readonly CalendarYear[]): { held: number; missing: number } {
  const states = years.flatMap(({ months }) => months.map(({ state }) => state));
  const count = (wanted: CalendarMonth['state']) => states.filter((state) => state === wanted).length;
  return { held: count('held'), missing: count('missing') };
}
