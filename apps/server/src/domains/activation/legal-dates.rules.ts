import type { Locale } from '../../platform/http/locale.ts';

/** Months that an employer has at most to follow a choice (code du travail, D.3243-7). */
const mostMonths = 3;

const parisDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris', dateStyle: 'short' });

/**
 * The last day on which a choice takes effect, `YYYY-MM-DD` in France; at the end of a month that is
 * too short for its day.
 */
export function latestEffect(chosenAt: Date): string {
  const [year = 0, month = 0, day = 0] = parisDay.format(chosenAt).split('-').map(Number);
  const lastOfMonth = new Date(Date.UTC(year, month - 1 + mostMonths + 1, 0));
  const date = new Date(Date.UTC(year, month - 1 + mostMonths, Math.min(day, lastOfMonth.getUTCDate())));
  return date.toISOString().slice(0, 10);
}

const tags = { fr: 'fr-FR', en: 'en-GB' } as const;

/** `2027-02-21` as `21 février 2027`. */
export function longDay(locale: Locale, day: string): string {
  const date = new Intl.DateTimeFormat(tags[locale], { dateStyle: 'long', timeZone: 'UTC' });
  const written = date.format(new Date(`${day}T00:00:00Z`));
  return locale === 'fr' ? written.replace(/^1 /, '1er ') : written;
}

/** As `21 novembre 2026 à 11:40:05`, in Paris. */
export function parisTime(locale: Locale, instant: Date): string {
  const time = new Intl.DateTimeFormat(tags[locale], { timeStyle: 'medium', timeZone: 'Europe/Paris' });
  const day = longDay(locale, parisDay.format(instant));
  return `${day} ${locale === 'fr' ? 'à' : 'at'} ${time.format(instant)}`;
}

/** As `2026-11-21 10:40:05 UTC`. */
export const universalTime = (instant: Date): string => `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
