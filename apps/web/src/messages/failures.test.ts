import { declaredErrors } from '@perenne/contract/declared-errors';
import type { Endpoint } from '@perenne/contract/endpoint';
import { endpoints } from '@perenne/contract/endpoints';
import { expect, it } from 'vitest';
import * as enCore from './en/failures-core.ts';
import * as enOutside from './en/failures-outside.ts';
import * as enSafe from './en/failures.ts';
import { core } from './fr/core.ts';
import * as frCore from './fr/failures-core.ts';
import * as frOutside from './fr/failures-outside.ts';
import * as frSafe from './fr/failures.ts';

const sentencesOf = (modules: readonly Record<string, Record<string, string>>[]) =>
  new Map(modules.flatMap((module) => Object.values(module).flatMap((sentences) => Object.entries(sentences))));

const fr = sentencesOf([frCore, frOutside, frSafe]);
const en = sentencesOf([enCore, enOutside, enSafe]);

/** No page calls them, or none of them is an action whose fault is shown. */
const unseen = new Set([
  ...['health', 'metrics', 'ready', 'runtimeConf', 'refreshToken', 'getChatbotKeys', 'getChatbotToken'],
  ...['resetPasswordAtOnce', 'logoutFederation', 'getDocumentRequest', 'getExport'],
  ...['continueUpload', 'describeUploads', 'readUpload', 'getSealKeys', 'verifySeal', 'getAgentLogo', 'getCollector'],
  ...['getCheckpoint', 'getConsistency', 'listCheckpoints', 'listSealCertificates', 'issueEmployerToken'],
]);

const shown = endpoints.filter(({ id, token }) => token !== 'employer' && !unseen.has(id)).map(({ id }) => id);

it('has a sentence of its own for the failure of every operation of the pages, in both languages', () => {
  expect(shown.filter((id) => !fr.has(id) || !en.has(id))).toEqual([]);
  expect([...fr.keys()].filter((id) => !shown.includes(id))).toEqual([]);
  for (const sentences of [[...fr.values()], [...en.values()]])
    expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([]);
  expect(fr.get('patchFolder')).toBe('Le dossier n’a pas pu être renommé. Réessayez.');
});

it('says in each what to do next', () => {
  expect([...fr.values()].filter((sentence) => !/(Réessayez|Recommencez)\.$/.test(sentence))).toEqual([]);
  expect([...en.values()].filter((sentence) => !/(Try|Start) again\.$/.test(sentence))).toEqual([]);
});

/** The calls of each context in which an error has words of its own. */
const callsOf: Record<keyof typeof core.errorsIn, (e: Endpoint) => boolean> = {
  login: ({ id }) => id === 'login',
  passkeyLogin: ({ id }) => id === 'finishPasskeyLogin',
  activation: ({ path }) => path.includes('/activation'),
  exports: ({ path }) => path.includes('/exports'),
  merge: ({ path }) => path.includes('merge'),
  renaming: ({ id }) => id === 'patchDocument',
  sending: ({ path }) => path.includes('/public/document-requests'),
  sharing: ({ path }) => path.includes('sharings'),
};

it.each(Object.entries(callsOf))('has no words for an error that no call answers: %s', (context, isOf) => {
  const answered = new Set<string>(endpoints.filter(isOf).flatMap(declaredErrors));
  const worded = Object.keys(core.errorsIn[context as keyof typeof callsOf]);
  expect(worded.filter((code) => !answered.has(code))).toEqual([]);
});
