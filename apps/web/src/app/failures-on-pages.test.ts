import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoints } from '@perenne/contract/endpoints';
import { type ComponentProps, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { IntlProvider } from 'use-intl';
import { expect, it } from 'vitest';
import { ApiError } from '../lib/api/api-error.ts';
import { useErrorMessage } from '../lib/api/error-message.ts';
import { core } from '../messages/fr/core.ts';
import { loadMessages, type Locale, type Pack } from '../messages/messages.ts';

/*
 * The sentence for a fault of the service is chosen in one place, by the operation that was called, among the words that
 * the page has loaded. So each page needs the sentences of the operations that its code calls.
 */

const src = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('**/*.{ts,tsx}', { cwd: src }).filter((file) => !/\.test\.tsx?$/.test(file));
const sources = new Map(files.map((file) => [file, readFileSync(path.join(src, file), 'utf8')]));
const sourceOf = (file: string) => sources.get(file) ?? '';

const beside = (file: string, named = '') => path.normalize(path.join(path.dirname(file), named));

/** The files that a file loads, at once or later; types are gone by then. */
const loads = new Map(
  files.map((file) => {
    const found = sourceOf(file).matchAll(/(?:^(?:import|export) (?!type )[^;]*?from |import\()\s*'(\.[^']*)'/gm);
    return [file, [...found].map(([, named]) => beside(file, named)).filter((other) => sources.has(other))];
  }),
);

const known = new Set(endpoints.map(({ id }) => id));
/** It compares the name of one operation with that of each. */
const callItself = 'lib/api/call.ts';

/** The operations that a file names. */
const operations = new Map(
  files.map((file) => {
    const found = sourceOf(file).matchAll(/^import (?!type )\{([^}]*)\} from '@perenne\/contract\/[^']*'/gm);
    const names = [...found]
      .flatMap(([, list = '']) => list.split(','))
      .map((name) => name.trim().split(' as ', 1)[0] ?? '');
    return [file, file === callItself ? [] : names.filter((name) => known.has(name))];
  }),
);

function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const other of loads.get(file) ?? []) reachedFrom(other, seen);
  return seen;
}

/** The words that the layout of its routes has loaded before a page is shown. */
const layouts: Record<string, Pack[]> = {
  'app/routes.tsx': ['core'],
  'app/safe-routes.tsx': ['core', 'safe'],
  'app/visitor-routes.tsx': ['core'],
};
/** Its route loads words of its own. */
const moreWords: Record<string, Pack[]> = { MergePage: ['rest'] };

const pages = Object.entries(layouts).flatMap(([file, ofLayout]) => {
  const found = sourceOf(file).matchAll(/lazyPage\(\s*\(\) => import\('([^']*)'\),\s*'(\w+)'(?:,\s*'(\w+)')?/g);
  return [...found].map(([, named, name = '', own]) => ({
    name,
    packs: [...ofLayout, ...(own === undefined ? [] : [own as Pack]), ...(moreWords[name] ?? [])],
    called: new Set([...reachedFrom(beside(file, named))].flatMap((each) => operations.get(each) ?? [])),
  }));
});

/** Operations in the code of a page whose fault no sentence of the page says, and why. */
const unsaid: Record<string, string> = {
  getChatbotToken: 'the chatbot stays closed',
  health: 'it is asked whether the server is back, and which version runs',
  logoutFederation: 'the browser is led there',
  refreshToken: 'the session goes on with the token that it has',
};
const unsaidOn: Record<string, Record<string, string>> = {
  SecondFactorRoute: { getProfile: 'without an answer nothing is said: the account shows it' },
  FranceConnectRoute: { getProfile: 'without an answer nothing is said: the account shows it' },
  ActivationRoute: { getDocumentContent: 'beside the code that saves any file' },
  CodeCheckRoute: { getDocumentContent: 'beside the code that shows any file' },
  DocumentRequestRoute: {
    ...{ uploadDocument: 'beside the code that sends any file', createUpload: 'the same', cancelUpload: 'the same' },
    getDocument: 'the same',
  },
};
const alike: Record<string, string> = {
  ActivationFranceConnectRoute: 'ActivationRoute',
  ActivationMergeRoute: 'ActivationRoute',
  ...{ LinkRoute: 'CodeCheckRoute', SharedRoute: 'CodeCheckRoute', ExpiredRoute: 'CodeCheckRoute' },
};

function Said({ error }: { error: unknown }) {
  return useErrorMessage()(error);
}

const faultOf = (operation: string) => new ApiError(500, [{ code: 'InternalServerError' }], { operation });

/** The sentence that a page with these words shows for a fault of an operation. */
function sentenceOf(operation: string, { locale, messages }: { locale: Locale; messages: object }): string {
  const said = createElement(Said, { error: faultOf(operation) });
  const props: ComponentProps<typeof IntlProvider> = {
    ...{ locale, messages, timeZone: 'Europe/Paris', onError: () => undefined },
    children: said,
  };
  return renderToStaticMarkup(createElement(IntlProvider, props));
}

it('finds the pages and the operations that their code calls', () => {
  expect(pages.length).toBeGreaterThan(35);
  expect(pages.find(({ name }) => name === 'TrashPage')?.called).toContain('restoreDocuments');
  expect(pages.find(({ name }) => name === 'Safety')?.called).toContain('renewRecoveryCodes');
  const called = new Set(pages.flatMap((page) => [...page.called]));
  expect(called.size).toBeGreaterThan(110);
});

it.each(['fr', 'en'] as const)('a page says a fault of each operation by its own sentence: %s', async (locale) => {
  const generic = sentenceOf('none', { locale, messages: await loadMessages(locale, ['core']) });
  const wrong: string[] = [];
  for (const { name, packs, called } of pages) {
    const messages = await loadMessages(locale, packs);
    const excepted = { ...unsaid, ...unsaidOn[alike[name] ?? name] };
    const unworded = [...called].filter((operation) => sentenceOf(operation, { locale, messages }) === generic);
    wrong.push(...unworded.filter((operation) => !(operation in excepted)).map((operation) => `${name}: ${operation}`));
  }
  expect(wrong).toEqual([]);
});

it('has no words for such a fault that would hide the sentence of an operation, but the one for a new name', () => {
  const hiding = Object.entries(core.errorsIn).filter(([, words]) => 'InternalServerError' in words);
  expect(hiding.map(([context]) => context)).toEqual(['renaming']);
});

/** Files that call and give no error to a page; the reason is beside each. */
const silent: Record<string, string> = {
  'lib/uploads/find-duplicate.ts': 'a file that may be there already is added all the same',
  'lib/documents/share-counts.ts': 'a number beside a name is left out',
  'app/guests.ts': 'a loader gives its error to the page of its route',
  'app/use-language-of-account.ts': 'the page keeps its language',
  'app/support/chatbot.ts': 'the chatbot stays closed',
  'app/shell/account-menu.tsx': 'the menu leaves the name out',
  'app/shell/version.tsx': 'the version is left out',
};

it('words each error by the one way: beside the call, in what shows it, or one step further', () => {
  const wording = new Set(files.filter((file) => sourceOf(file).includes('useErrorMessage(')));
  const loadedBy = (file: string) => files.filter((other) => loads.get(other)?.includes(file));
  const isWorded = (file: string) => wording.has(file) || (loads.get(file) ?? []).some((other) => wording.has(other));
  const calling = files.filter((file) => (operations.get(file) ?? []).length > 0);
  const unworded = calling.filter((file) => {
    const near = new Set([file, ...loadedBy(file), ...loadedBy(file).flatMap(loadedBy)]);
    return ![...near].some(isWorded);
  });
  expect(unworded.toSorted()).toEqual(Object.keys(silent).toSorted());
});

it('has no other way from an error to words', () => {
  const others = files.filter(
    (file) =>
      file !== 'lib/api/error-message.ts' &&
      !file.startsWith('messages/') &&
      /InternalServerError|coreFailures|safeFailures|flowFailures|visitorFailures|sendingFailures/.test(sourceOf(file)),
  );
  expect(others).toEqual([]);
});
