import { createTranslator } from 'use-intl';
import { core as englishCore } from '../apps/web/src/messages/en/core.ts';
import { rest as englishRest } from '../apps/web/src/messages/en/rest.ts';
import { core as frenchCore } from '../apps/web/src/messages/fr/core.ts';
import { rest as frenchRest } from '../apps/web/src/messages/fr/rest.ts';
import type { Locale, Messages, Shape } from '../apps/web/src/messages/messages.ts';

const french: Messages = { ...frenchCore, ...frenchRest };
const english = { ...englishCore, ...englishRest } as Shape<Messages> as Messages;

/** What the pages say in a language, as they say it. */
export const wordsOf = (locale: Locale) =>
  createTranslator({ locale, messages: locale === 'fr' ? french : english, timeZone: 'Europe/Paris' });

export type Words = ReturnType<typeof wordsOf>;
