import type { InvoiceAmount } from '@perenne/contract/invoices';
import { useFormatter, useLocale, useTimeZone } from 'use-intl';

/** SI prefixes: the one of a thousand is small in French. */
export const sizeUnits = { fr: ['o', 'ko', 'Mo', 'Go'], en: ['B', 'KB', 'MB', 'GB'] } as const;
/** The space has full width: a narrow one can hardly be seen in this font. */
const unitSpace = '\u00A0';

/** English dates are in British order, as in the fields where people type them. */
const dateLocales = { fr: 'fr-FR', en: 'en-GB' } as const;

/** A size in powers of 1,000: how many of which unit (0 bytes, 1 KB, 2 MB, 3 GB). */
export function scaleSize(sizeBytes: number): { value: number; unit: 0 | 1 | 2 | 3 } {
  const unit = sizeBytes >= 1e9 ? 3 : sizeBytes >= 1e6 ? 2 : sizeBytes >= 1e3 ? 1 : 0;
  return { value: sizeBytes / 1000 ** unit, unit };
}

const shapes = {
  /** 4 nov. */
  dayAndMonth: { day: 'numeric', month: 'short' },
  /** 4 novembre */
  dayAndMonthLong: { day: 'numeric', month: 'long' },
  /** 4 nov. 2026 */
  dateShort: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 4 novembre 2026 */
  dateLong: { day: 'numeric', month: 'long', year: 'numeric' },
  /** mercredi 4 novembre 2026 */
  day: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** 4 novembre 2026 à 09:41 */
  dateTime: { dateStyle: 'long', timeStyle: 'short' },
  /** 4 novembre 2026 à 09:41:07 */
  dateTimeExact: { dateStyle: 'long', timeStyle: 'medium' },
  /** 09:41 */
  time: { timeStyle: 'short' },
  month: { month: 'long', year: 'numeric' },
  /** janv. */
  monthShort: { month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A day, before a letter of its month. French gives an ordinal to the first alone. */
const dayOfMonth = /(?<!\S)(\d{1,2}) (?=\p{L})/u;

/** Making a format is slow, and every row of a list needs some. */
const made = new Map<string, Intl.DateTimeFormat>();

/** Writes an instant, in one of the shapes, as the language does. */
export function writeDate(
  shape: keyof typeof shapes,
  instant: string,
  { locale, timeZone }: { locale: keyof typeof dateLocales; timeZone: string | undefined },
): string {
  const key = `${shape} ${locale} ${timeZone}`;
  const format = made.get(key) ?? new Intl.DateTimeFormat(dateLocales[locale], { ...shapes[shape], timeZone });
  made.set(key, format);
  const written = format.format(new Date(instant));
  // The two stay on one line.
  return written.replace(dayOfMonth, (_, day: string) => `${locale === 'fr' && day === '1' ? '1er' : day}\u00A0`);
}

/** Dates and sizes as the language writes them. Instants and calendar dates are the interface's texts. */
export function useFormats() {
  const format = useFormatter();
  const locale = useLocale();
  const timeZone = useTimeZone();
  const write = (shape: keyof typeof shapes) => (instant: string) => writeDate(shape, instant, { locale, timeZone });
  /** A `YYYY-MM-DD` has no time zone. */
  const writeCalendar = (shape: keyof typeof shapes) => (date: string) =>
    writeDate(shape, `${date}T00:00:00Z`, { locale, timeZone: 'UTC' });
  return {
    size(sizeBytes: number): string {
      const { value, unit } = scaleSize(sizeBytes);
      const maximumFractionDigits = unit > 1 && value < 100 ? 1 : 0;
      return `${format.number(value, { maximumFractionDigits })}${unitSpace}${sizeUnits[locale][unit]}`;
    },
    /** 96,26 € */
    amount: ({ value, currency }: InvoiceAmount) => format.number(value, { style: 'currency', currency }),
    dayAndMonth: write('dayAndMonth'),
    dayAndMonthLong: write('dayAndMonthLong'),
    dateShort: write('dateShort'),
    dateLong: write('dateLong'),
    day: write('day'),
    dateTime: write('dateTime'),
    dateTimeExact: write('dateTimeExact'),
    time: write('time'),
    calendarDate: writeCalendar('dateLong'),
    calendarDateShort: writeCalendar('dateShort'),
    /** A `YYYY-MM`: novembre 2026 */
    calendarMonth: (period: string) => writeCalendar('month')(`${period}-01`),
    /** A `YYYY-MM`: nov. */
    monthShort: (period: string) => writeCalendar('monthShort')(`${period}-01`),
    /** Novembre 2026 */
    month(instant: string): string {
      const month = write('month')(instant);
      return month.charAt(0).toUpperCase() + month.slice(1);
    },
  };
}
