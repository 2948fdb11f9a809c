import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearTokens } from '../../lib/api/tokens.ts';
import { Chatbot } from './chatbot.ts';

const startMs = Date.parse('2026-11-26T08:00:00Z');
const hourMs = 3_600_000;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const makeToken = (claims: object) => `${part({})}.${part(claims)}.signature`;
const chatbotToken = (endMs: number) => makeToken({ exp: endMs / 1000 });

type Posted = [message: { type: string; token: unknown }, origin: string];

/** An element, as far as the chatbot uses it. */
const makeElement = () => {
  const attributes = new Map<string, string>();
  const setAttribute = (name: string, value: string) => void attributes.set(name, value);
  const element = Object.assign(new EventTarget(), {
    ...{ attributes, setAttribute, src: '', open: false, isConnected: false, posted: [] as Posted[], dataset: {} },
    ...{
      append: (..._added: { isConnected?: boolean }[]) => undefined as void,
      contentWindow: {},
      showModal: () => undefined,
      close: () => undefined,
    },
    remove: () => undefined as void,
  });
  element.contentWindow = { postMessage: (...message: Posted) => element.posted.push(message) };
  element.showModal = () => void (element.open = true);
  element.close = () => void (element.open = false);
  element.append = (...added) => added.forEach((one) => (one.isConnected = true));
  element.remove = () => void (element.isConnected = false);
  return element;
};
type Fake = ReturnType<typeof makeElement>;

let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ now: startMs });
  stored = new Map([['authToken', makeToken({ exp: 4_000_000_000, sub: 'safe-1' })]]);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('document', {
    documentElement: { lang: 'en', dataset: { theme: 'dark' } },
    createElement: makeElement,
    body: makeElement(),
  });
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ token: chatbotToken(Date.now() + hourMs) }))),
  );
});
afterEach(() => {
  clearTokens();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start() {
  const chatbot = new Chatbot();
  const frame = chatbot.frame as unknown as Fake;
  const say = (type: unknown, from: { source?: unknown; origin?: string } = {}) =>
    window.dispatchEvent(
      Object.assign(new Event('message'), { source: frame.contentWindow, origin: 'null', data: { type }, ...from }),
    );
  chatbot.show(null);
  chatbot.start();
  return { chatbot, frame, dialog: chatbot.dialog as unknown as Fake, say };
}

/** Once what was asked is answered. */
const settle = () => vi.advanceTimersByTimeAsync(0);

async function startRunning() {
  const started = start();
  await settle();
  started.say('perenne:chatbot-ready');
  started.say('perenne:chatbot-loaded');
  expect(started.chatbot.getState()).toBe('running');
  return started;
}

const tokensOf = ({ posted }: Fake) => posted.map(([{ token }]) => token);

describe('the frame', () => {
  it('is of an opaque origin, without permissions and referrer, and learns language and theme', () => {
    const { frame } = start();
    expect(Object.fromEntries(frame.attributes)).toEqual({
      sandbox: 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox',
      allow: '',
      referrerpolicy: 'no-referrer',
    });
    expect(frame.src).toBe('/chatbot.html#lang=en&theme=dark');
  });

  it('is posted the token once it listens, and nothing else of the session', async () => {
    const { frame, say } = start();
    await settle();
    expect(frame.posted).toEqual([]);
    say('perenne:chatbot-ready');
    expect(frame.posted).toEqual([[{ type: 'perenne:chatbot-token', token: chatbotToken(startMs + hourMs) }, '*']]);
    expect(stored.get('chatbotToken')).toBe(chatbotToken(startMs + hourMs));
  });

  it('is heard alone: no other window, no page of an origin in its place, no other words', async () => {
    const { chatbot, frame, dialog, say } = start();
    await settle();
    const closed = vi.fn<() => void>();
    dialog.addEventListener('cancel', closed);
    const words = ['ready', 'loaded', 'failed', 'close'].map((word) => `perenne:chatbot-${word}`);
    for (const word of words) {
      say(word, { source: { postMessage: () => undefined } });
      say(word, { source: null });
      say(word, { origin: 'https://safe.example' });
    }
    for (const data of [null, undefined, 'perenne:chatbot-ready', 7, [], { type: ['perenne:chatbot-ready'] }])
      window.dispatchEvent(Object.assign(new Event('message'), { source: frame.contentWindow, origin: 'null', data }));
    expect([frame.posted, chatbot.getState(), closed.mock.calls]).toEqual([[], 'loading', []]);
    say('perenne:chatbot-close');
    expect(closed).toHaveBeenCalledOnce();
  });

  it('goes with the panel, and hears and asks nothing more', async () => {
    const { chatbot, frame, dialog, say } = await startRunning();
    chatbot.hide();
    expect([frame.isConnected, dialog.open, dialog.isConnected]).toEqual([false, false, false]);
    expect(stored.has('chatbotToken')).toBe(false);
    say('perenne:chatbot-ready');
    await vi.advanceTimersByTimeAsync(2 * hourMs);
    expect(tokensOf(frame)).toHaveLength(1);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('is answered once for each page that it has loaded', async () => {
    const { frame, say } = await startRunning();
    say('perenne:chatbot-ready');
    say('perenne:chatbot-ready');
    expect(tokensOf(frame)).toHaveLength(1);
    frame.dispatchEvent(new Event('load'));
    say('perenne:chatbot-ready');
    say('perenne:chatbot-ready');
    expect(tokensOf(frame)).toHaveLength(2);
  });
});

describe('the token', () => {
  it('is renewed a minute before its end', async () => {
    const { frame } = await startRunning();
    await vi.advanceTimersByTimeAsync(hourMs - 60_001);
    expect(tokensOf(frame)).toEqual([chatbotToken(startMs + hourMs)]);
    await vi.advanceTimersByTimeAsync(1);
    expect(tokensOf(frame)).toEqual([chatbotToken(startMs + hourMs), chatbotToken(startMs + 2 * hourMs - 60_000)]);
  });

  it('that cannot be renewed is taken back at its end, and replaced once the server answers again', async () => {
    const { frame } = await startRunning();
    const answer = vi.mocked(fetch).getMockImplementation();
    vi.mocked(fetch).mockRejectedValue(new TypeError('offline'));
    await vi.advanceTimersByTimeAsync(hourMs - 1);
    expect(tokensOf(frame)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(tokensOf(frame)).toEqual([chatbotToken(startMs + hourMs), null]);
    vi.mocked(fetch).mockImplementation(answer ?? (() => Promise.reject(new Error('no answer'))));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(tokensOf(frame).at(-1)).toBe(chatbotToken(startMs + 2 * hourMs + 20_000));
  });
});

describe('its end', () => {
  it('comes with the sign-out: no frame any more, and no token', async () => {
    const { chatbot, frame, dialog } = await startRunning();
    clearTokens();
    expect(chatbot.getState()).toBe('over');
    expect([frame.isConnected, dialog.isConnected, stored.has('chatbotToken')]).toEqual([false, false, false]);
    await vi.advanceTimersByTimeAsync(2 * hourMs);
    expect(fetch).toHaveBeenCalledOnce();
  });

  it('comes with another owner in this browser, and not with a session that goes on', async () => {
    const { chatbot } = await startRunning();
    stored.set('authToken', makeToken({ exp: 4_000_000_001, sub: 'safe-1' }));
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'authToken' }));
    expect(chatbot.getState()).toBe('running');
    stored.set('authToken', makeToken({ exp: 4_000_000_001, sub: 'safe-2' }));
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'authToken' }));
    expect(chatbot.getState()).toBe('over');
  });
});

describe('a failure', () => {
  it.each([
    [
      'a script that does not load',
      ({ say }: ReturnType<typeof start>) => Promise.resolve(say('perenne:chatbot-failed')),
    ],
    ['a script that is silent for 15 seconds', () => vi.advanceTimersByTimeAsync(15_000)],
  ])('ends it: %s', async (_what, fail) => {
    const started = start();
    await settle();
    await fail(started);
    expect([started.chatbot.getState(), started.frame.isConnected]).toEqual(['failed', false]);
    expect(stored.has('chatbotToken')).toBe(false);
  });

  it('is a token that is refused, and the script is not loaded', async () => {
    vi.mocked(fetch).mockResolvedValue(Response.json({ errors: [{ code: 'InternalServerError' }] }, { status: 500 }));
    const { chatbot, frame, say } = start();
    await settle();
    say('perenne:chatbot-ready');
    expect([chatbot.getState(), frame.posted]).toEqual(['failed', []]);
  });

  it('is none once the script runs', async () => {
    const { chatbot, say } = await startRunning();
    await vi.advanceTimersByTimeAsync(15_000);
    say('perenne:chatbot-failed');
    expect(chatbot.getState()).toBe('running');
  });
});

describe('a flood', () => {
  it.each([
    ['of the frame', {}],
    ['of a page inside of the frame', { source: {}, origin: 'https://assistant.example' }],
  ])('stops it: %s', async (_whose, from) => {
    const { chatbot, frame, say } = await startRunning();
    for (let second = 0; second < 3; second++) {
      for (let count = 0; count < 90; count++) say('anything', from);
      await vi.advanceTimersByTimeAsync(1000);
    }
    expect(chatbot.getState()).toBe('running');
    for (let count = 0; count < 101; count++) say('anything', from);
    expect([chatbot.getState(), frame.isConnected]).toEqual(['stopped', false]);
  });

  it('is none where the page posts to itself', async () => {
    const { chatbot, say } = await startRunning();
    for (let count = 0; count < 1000; count++) say('anything', { source: window });
    expect(chatbot.getState()).toBe('running');
  });
});
