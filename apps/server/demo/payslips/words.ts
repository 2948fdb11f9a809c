const amounts = new Intl.NumberFormat('fr-FR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `250000` as `2 500,00`. */
export const euros = (cents: number): string => amounts.format(cents / 100).replace('-', '−');

/** A rate in percent, `6.9` as `6,90`. */
export const rate = (percent: number): string => amounts.format(percent).replace('-', '−');

const long = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-10-01` as `1er octobre 2026`. */
export const longDate = (day: string): string => long.format(new Date(`${day}T00:00:00Z`)).replace(/^1 /, '1er ');

const month = new Intl.DateTimeFormat('fr-FR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `2026-10` as `octobre 2026`. */
export const monthName = (period: string): string => month.format(new Date(`${period}-01T00:00:00Z`));

const shortMonth = new Intl.DateTimeFormat('fr-FR', { month: 'short', timeZone: 'UTC' });

/** `2026-10` as `oct.`. */
export const shortMonthName = (period: string): string => shortMonth.format(new Date(`${period}-01T00:00:00Z`));

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The last day of a month that is not in a weekend, as `YYYY-MM-DD`. */
export function lastWorkingDay(period: string): string {
  const [year = 0, monthNumber = 0] = period.split('-').map(Number);
  const day = new Date(Date.UTC(year, monthNumber, 0));
  while (day.getUTCDay() === 0 || day.getUTCDay() === 6) day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}
