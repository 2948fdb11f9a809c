import { createTranslator } from 'use-intl';
import { loadMessages, type Locale } from '../../apps/web/src/messages/messages.ts';

/** The words of the pages in a language, as they say them. */
export const wordsOf = async (locale: Locale) =>
  createTranslator({
    locale,
    messages: await loadMessages(locale, [
      'core',
      'safe',
      'account',
      'arranging',
      'collecting',
      'reading',
      'rest',
      'sharing',
      'visitor',
      'sending',
    ]),
    timeZone: 'Europe/Paris',
  });

export type Words = Awaited<ReturnType<typeof wordsOf>>;
