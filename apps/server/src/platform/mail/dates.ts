import type { Locale } from '../http/locale.ts';

const tags = { fr: 'fr-FR', en: 'en-GB' } as const;

/** `21 novembre 2026 à 12:03`, in French time whatever the language: where the owners live. */
export const writeInstant = (at: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(tags[locale], { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Paris' }).format(at);

/** `21 novembre 2026` */
export const writeDay = (at: Date, locale: Locale): string =>
  new Intl.DateTimeFormat(tags[locale], { dateStyle: 'long', timeZone: 'Europe/Paris' }).format(at);
