import { core } from './fr/core.ts';
import type { rest } from './fr/rest.ts';

export type Locale = 'fr' | 'en';
export type Messages = typeof core & typeof rest;

/** The shape of a French catalogue, for another language: a missing or unknown key does not compile. */
export type Shape<T> = { [Key in keyof T]: T[Key] extends string ? string : Shape<T[Key]> };

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

/**
 * What the sign-in page, the parts of `ui` and the errors say. French comes with the page, English
 * when it is asked for. The rest is missing until `loadAllMessages`, which every other page awaits.
 */
export async function loadCoreMessages(locale: Locale): Promise<Messages> {
  if (locale === 'fr') return core as Messages;
  const en = await import('./en/core.ts');
  return en.core as Shape<Messages> as Messages;
}

export async function loadAllMessages(locale: Locale): Promise<Messages> {
  const [first, { rest }] = await Promise.all([
    loadCoreMessages(locale),
    locale === 'fr' ? import('./fr/rest.ts') : import('./en/rest.ts'),
  ]);
  return { ...first, ...(rest as Shape<typeof rest>) } as Messages;
}
