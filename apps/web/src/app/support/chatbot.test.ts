import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startChatbot } from './chatbot.ts';

const url = 'https://chat.example.org/widget.js';
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${part({})}.${part({ exp: 4_000_000_000 })}.signature`;

interface Script extends EventTarget {
  src: string;
}

let scripts: Script[];
let policies: { name: string; lets: (address: string) => string }[];
let told: unknown[];
let stored: Map<string, string>;

beforeEach(() => {
  scripts = [];
  policies = [];
  told = [];
  stored = new Map([['authToken', 'auth']]);
  const page = new EventTarget();
  page.addEventListener('perenne:chatbot-token', (event) => told.push((event as CustomEvent<unknown>).detail));
  vi.stubGlobal('window', page);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('document', {
    documentElement: { lang: 'fr' },
    scripts,
    createElement: () => Object.assign(new EventTarget(), { src: '' }),
    head: {
      append: (script: Script) => {
        scripts.push(script);
        script.dispatchEvent(new Event('load'));
      },
    },
  });
  vi.stubGlobal('trustedTypes', {
    createPolicy: (name: string, rules: { createScriptURL(address: string): string }) => {
      policies.push({ name, lets: (address) => rules.createScriptURL(address) });
      return rules;
    },
  });
  vi.stubGlobal(
    'fetch',
    vi.fn<typeof fetch>(() => Promise.resolve(Response.json({ token }))),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('hands the token over, then loads the one script that is configured, through its own policy', async () => {
  const leaving = new AbortController();
  await startChatbot(url, leaving.signal);
  expect(stored.get('chatbotToken')).toBe(token);
  expect(window.perenneChatbot).toEqual({ token });
  expect(told).toEqual([{ token }]);
  expect(scripts.map(({ src }) => src)).toEqual([url]);
  const [policy] = policies;
  expect(policy?.name).toBe('perenne-chatbot');
  expect(() => policy?.lets('https://elsewhere.example.org/x.js')).toThrow(TypeError);
  leaving.abort();
});

it('forgets the token when its owner leaves, and loads the script once', async () => {
  const first = new AbortController();
  await startChatbot(url, first.signal);
  first.abort();
  expect(stored.has('chatbotToken')).toBe(false);
  expect(window.perenneChatbot).toEqual({ token: null });
  expect(told.at(-1)).toEqual({ token: null });
  const second = new AbortController();
  await startChatbot(url, second.signal);
  expect(scripts).toHaveLength(1);
  second.abort();
});

it('loads nothing where the token is refused', async () => {
  vi.mocked(fetch).mockResolvedValue(Response.json({ errors: [{ code: 'InternalServerError' }] }, { status: 500 }));
  await expect(startChatbot(url, new AbortController().signal)).rejects.toThrow('500');
  expect(scripts).toEqual([]);
});
