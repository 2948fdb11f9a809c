import { createTranslator } from 'use-intl';
import { loadMessages, type Locale, type Messages } from '../../apps/web/src/messages/messages.ts';
import { keepWordsWhole } from '../../apps/web/src/messages/whole-words.ts';

/** As the build sets them. */
const setWords = (messages: Messages): Messages =>
  JSON.parse(JSON.stringify(messages), (_key, value: unknown) =>
    typeof value === 'string' ? keepWordsWhole(value) : value,
  ) as Messages;

/** The words of the pages in a language, as they say them. */
export const wordsOf = async (locale: Locale) =>
  createTranslator({
    locale,
    messages: setWords(
      await loadMessages(locale, [
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
    ),
    timeZone: 'Europe/Paris',
  });

export type Words = Awaited<ReturnType<typeof wordsOf>>;
