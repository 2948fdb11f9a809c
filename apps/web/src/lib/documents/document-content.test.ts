import { beforeEach, expect, it, vi } from 'vitest';
import { isApiError, NetworkError } from '../api/api-error.ts';
import { readContent, readFile } from './document-content.ts';

const id = '018f0000-0000-7000-8000-000000000001';
const damaged = () =>
  new Response(JSON.stringify({ status: 500, errors: [{ code: 'DocumentDamaged' }] }), { status: 500 });
const partial = () => new Response('%', { status: 206 });
/** An answer whose connection is cut after its first bytes. */
const cut = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(10)),
      pull: (controller) => controller.error(new TypeError('cut')),
    }),
    { headers: { 'Content-Length': '1000' } },
  );

let answers: (() => Response)[] = [];
beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', { documentElement: { lang: 'fr' } });
  const none = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
  vi.stubGlobal('sessionStorage', none);
  vi.stubGlobal('localStorage', none);
  vi.stubGlobal('fetch', async () => answers.shift()?.() ?? damaged());
  return () => vi.unstubAllGlobals();
});

it.each([
  ['shown', () => readContent(id)],
  ['saved', () => readFile(id)],
])('asks again when a content breaks off while it is %s, and says that it is damaged', async (_how, read) => {
  answers = [cut, damaged];
  await expect(read()).rejects.toSatisfy((error) => isApiError(error, 'DocumentDamaged'));
});

it.each([
  ['shown', () => readContent(id)],
  ['saved', () => readFile(id)],
])('says that the line broke off where the content is whole: %s', async (_how, read) => {
  answers = [cut, partial];
  await expect(read()).rejects.toBeInstanceOf(NetworkError);
});
