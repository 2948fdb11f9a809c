import type { Locale } from '../http/locale.ts';

const france = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' });

/** The day that it is in France, `YYYY-MM-DD`: where the owners live, and whose law sets dates. */
export const parisDay = (instant: Date): string => france.format(instant);

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

const partsOf = (day: string): [number, number, number] => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return [year, month, date];
};

/** `days` may be negative. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = partsOf(day);
  return dayOf(new Date(Date.UTC(year, month - 1, date + days)));
}

/** At the end of a month that is too short for its day; `months` may be negative. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day);
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return dayOf(new Date(Date.UTC(year, month - 1 + months, Math.min(date, lastOfMonth))));
}

const formatsOf = (tag: string) => ({
  day: new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }),
  minute: new Intl.DateTimeFormat(tag, { timeStyle: 'short', timeZone: 'Europe/Paris' }),
  second: new Intl.DateTimeFormat(tag, { timeStyle: 'medium', timeZone: 'Europe/Paris' }),
});

/** Made once: making one takes longer than a hundred dates. */
const formats = { fr: formatsOf('fr-FR'), en: formatsOf('en-GB') } as const;

/** `2027-02-21` as `21 février 2027`. */
export function longDay(locale: Locale, day: string): string {
  const written = formats[locale].day.format(new Date(`${day}T00:00:00Z`));
  return locale === 'fr' ? written.replace(/^1 /, '1er ') : written;
}

/** As `21 novembre 2026`, in Paris. */
export const parisDate = (locale: Locale, instant: Date): string => longDay(locale, parisDay(instant));

/** As `21 novembre 2026 à 11:40`, in Paris. */
export const parisMinute = (locale: Locale, instant: Date): string => dateAndTime(locale, instant, 'minute');

/** As `21 novembre 2026 à 11:40:05`, in Paris. */
export const parisTime = (locale: Locale, instant: Date): string => dateAndTime(locale, instant, 'second');

const dateAndTime = (locale: Locale, instant: Date, precision: 'minute' | 'second'): string =>
  `${parisDate(locale, instant)} ${locale === 'fr' ? 'à' : 'at'} ${formats[locale][precision].format(instant)}`;

/** As `2026-11-21 10:40:05 UTC`. */
export const universalTime = (instant: Date): string => `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

const parisClock = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'Europe/Paris', hourCycle: 'h23' },
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
});

/** The instant at which it is that day in Paris, so many minutes after midnight by the clock on the wall. */
export function parisInstant(day: string, minutes: number): Date {
  const [year, month, date] = partsOf(day);
  const wanted = Date.UTC(year, month - 1, date, 0, minutes);
  // Paris is one hour ahead, or two: the guess whose clock shows what is wanted. The hour that spring skips is the next.
  const guesses = [2, 1].map((hours) => new Date(wanted - hours * 3_600_000));
  return guesses.find((guess) => shownIn(guess) === wanted) ?? new Date(wanted - 3_600_000);
}

function shownIn(instant: Date): number {
  const parts = Object.fromEntries(parisClock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute);
}
