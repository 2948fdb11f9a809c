import type { account } from './fr/account.ts';
import type { arranging } from './fr/arranging.ts';
import type { collecting } from './fr/collecting.ts';
import { core } from './fr/core.ts';
import type { reading } from './fr/reading.ts';
import type { rest } from './fr/rest.ts';
import type { safe } from './fr/safe.ts';
import type { sending } from './fr/sending.ts';
import type { sharing } from './fr/sharing.ts';
import type { visitor } from './fr/visitor.ts';

export type Locale = 'fr' | 'en';
export type Messages = typeof core &
  typeof safe &
  typeof account &
  typeof arranging &
  typeof collecting &
  typeof reading &
  typeof rest &
  typeof sending &
  typeof sharing &
  typeof visitor;

/** The shape of a French catalogue, for another language: a missing or unknown key does not compile. */
export type Shape<T> = { [Key in keyof T]: T[Key] extends string ? string : Shape<T[Key]> };

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}

/**
 * Words come in packs, so that no page waits for those of another. `core` is what the sign-in page,
 * the parts of `ui` and the errors say; French comes with the page.
 */
const packs = {
  fr: {
    core: () => Promise.resolve(core),
    safe: () => import('./fr/safe.ts').then((module) => module.safe),
    account: () => import('./fr/account.ts').then((module) => module.account),
    arranging: () => import('./fr/arranging.ts').then((module) => module.arranging),
    collecting: () => import('./fr/collecting.ts').then((module) => module.collecting),
    papers: () => import('./fr/papers.ts'),
    reading: () => import('./fr/reading.ts').then((module) => module.reading),
    rest: () => import('./fr/rest.ts').then((module) => module.rest),
    sending: () => import('./fr/sending.ts').then((module) => module.sending),
    sharing: () => import('./fr/sharing.ts').then((module) => module.sharing),
    visitor: () => import('./fr/visitor.ts').then((module) => module.visitor),
  },
  en: {
    core: () => import('./en/core.ts').then((module) => module.core),
    safe: () => import('./en/safe.ts').then((module) => module.safe),
    account: () => import('./en/account.ts').then((module) => module.account),
    arranging: () => import('./en/arranging.ts').then((module) => module.arranging),
    collecting: () => import('./en/collecting.ts').then((module) => module.collecting),
    papers: () => import('./en/papers.ts'),
    reading: () => import('./en/reading.ts').then((module) => module.reading),
    rest: () => import('./en/rest.ts').then((module) => module.rest),
    sending: () => import('./en/sending.ts').then((module) => module.sending),
    sharing: () => import('./en/sharing.ts').then((module) => module.sharing),
    visitor: () => import('./en/visitor.ts').then((module) => module.visitor),
  },
};
export type Pack = keyof (typeof packs)['fr'];

/** The words of some packs. Those of the others are missing until a route that needs them asks for them. */
export async function loadMessages(locale: Locale, names: Iterable<Pack>): Promise<Messages> {
  const loaded = await Promise.all(Array.from(names, (name) => packs[locale][name]()));
  return Object.assign({}, ...loaded) as Messages;
}
