import { useFormatter, useLocale } from 'use-intl';

const units = { fr: ['o', 'Ko', 'Mo', 'Go'], en: ['B', 'KB', 'MB', 'GB'] } as const;
const narrowSpace = '\u202F';

/** A size in powers of 1,000: how many of which unit (0 bytes, 1 KB, 2 MB, 3 GB). */
export function scaleSize(sizeBytes: number): { value: number; unit: 0 | 1 | 2 | 3 } {
  const unit = sizeBytes >= 1e9 ? 3 : sizeBytes >= 1e6 ? 2 : sizeBytes >= 1e3 ? 1 : 0;
  return { value: sizeBytes / 1000 ** unit, unit };
}

/** Dates and sizes as the language writes them. Instants and calendar dates are the interface's texts. */
export function useFormats() {
  const format = useFormatter();
  const locale = useLocale();
  return {
    size(sizeBytes: number): string {
      const { value, unit } = scaleSize(sizeBytes);
      const maximumFractionDigits = unit > 1 && value < 100 ? 1 : 0;
      return `${format.number(value, { maximumFractionDigits })}${narrowSpace}${units[locale][unit]}`;
    },
    /** 4 nov. */
    dayAndMonth: (instant: string) => format.dateTime(new Date(instant), { day: 'numeric', month: 'short' }),
    /** 4 novembre */
    dayAndMonthLong: (instant: string) => format.dateTime(new Date(instant), { day: 'numeric', month: 'long' }),
    /** 4 nov. 2026 */
    dateShort: (instant: string) =>
      format.dateTime(new Date(instant), { day: 'numeric', month: 'short', year: 'numeric' }),
    /** 4 novembre 2026 */
    dateLong: (instant: string) =>
      format.dateTime(new Date(instant), { day: 'numeric', month: 'long', year: 'numeric' }),
    /** 4 novembre 2026 à 09:41 */
    dateTime: (instant: string) => format.dateTime(new Date(instant), { dateStyle: 'long', timeStyle: 'short' }),
    /** A `YYYY-MM-DD`, which has no time zone: 4 novembre 1990. */
    calendarDate: (date: string) =>
      format.dateTime(new Date(`${date}T00:00:00Z`), {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      }),
    /** A `YYYY-MM-DD` in few words: 4 nov. 1990. */
    calendarDateShort: (date: string) =>
      format.dateTime(new Date(`${date}T00:00:00Z`), {
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
      }),
    /** Novembre 2026 */
    month(instant: string): string {
      const month = format.dateTime(new Date(instant), { month: 'long', year: 'numeric' });
      return month.charAt(0).toUpperCase() + month.slice(1);
    },
  };
}
