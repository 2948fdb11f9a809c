import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { AppRouter } from '../router.tsx';
import { startReports } from './reports.ts';

type Listener = (event: { pathChanged: boolean }) => void;

const analytics = { url: 'https://count.example.org/p', sampleRate: 1 };
const errorReporting = { url: 'https://faults.example.org/e', sampleRate: 1 };
let listeners: Listener[];

const makeRouter = (fullPath: string) =>
  ({
    state: { matches: [{ fullPath: '/' }, { fullPath }] },
    subscribe: (_: string, listener: Listener) => listeners.push(listener),
    options: {},
  }) as unknown as AppRouter;

const sent = () =>
  vi.mocked(fetch).mock.calls.map(([url, options]) => ({ url, body: JSON.parse(options?.body as string) as unknown }));

beforeEach(() => {
  listeners = [];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => Promise.resolve(new Response())),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('counts pages by the pattern of their route, never by what identifies a folder', () => {
  startReports({ analytics, errorReporting: null }, makeRouter('/documents/{-$folderId}'));
  listeners[0]?.({ pathChanged: true });
  listeners[0]?.({ pathChanged: false });
  const page = { kind: 'page', page: '/documents/{-$folderId}' };
  expect(sent()).toEqual([
    { url: analytics.url, body: page },
    { url: analytics.url, body: page },
  ]);
  expect(vi.mocked(fetch).mock.calls[0]?.[1]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
});

it('tells the name of an error and not its message', () => {
  startReports({ analytics: null, errorReporting }, makeRouter('/home'));
  const error = new TypeError('claire@example.org is not a function');
  window.dispatchEvent(Object.assign(new Event('error'), { error }));
  expect(sent()).toEqual([{ url: errorReporting.url, body: { kind: 'error', page: '/home', name: 'TypeError' } }]);
});

it('sends nothing at a rate of 0, without configuration, and where the visit is not drawn', () => {
  const router = makeRouter('/home');
  startReports({ analytics: { ...analytics, sampleRate: 0 }, errorReporting: null }, router);
  startReports({ analytics: { ...analytics, sampleRate: 0.1 }, errorReporting: null }, router, () => 0.5);
  window.dispatchEvent(Object.assign(new Event('error'), { error: new Error('x') }));
  expect(fetch).not.toHaveBeenCalled();
  expect(listeners).toEqual([]);
});
