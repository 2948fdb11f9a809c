import { createHash, createSecretKey, randomBytes } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { beforeEach, expect, it } from 'vitest';
import { altered } from '../../testing/files/altered.ts';
import { testClock, type TestClock } from '../../testing/test-clock.ts';
import type { Secrets } from '../secrets.ts';
import { openTokens, type Tokens } from './tokens.ts';

const about = { sub: '019a0000-0000-7000-8000-00000000c0f5', sid: 'session' };
const api = { browser: null };
let clock: TestClock;
let tokens: Tokens;
let keys: Secrets;

const secrets = (): Secrets => ({
  values: createSecretKey(randomBytes(32)),
  pepper: randomBytes(32),
  tokenKeys: new Map([['1', randomBytes(32)]]),
  currentTokenKid: '1',
  tag: () => Buffer.alloc(32),
  codeTag: (...parts) => createHash('sha256').update(parts.join('/')).digest(),
});

beforeEach(() => {
  clock = testClock();
  keys = secrets();
  tokens = openTokens(keys, clock);
});

it('reads what it issued, however often', async () => {
  const token = await tokens.issue('auth', about, api);
  const claims = await tokens.read('auth', token, api);
  expect(claims).toMatchObject(about);
  expect(await tokens.read('auth', token, api)).toEqual(claims);
});

it('refuses a token that has expired, also one that it has read before', async () => {
  const [read, unread] = [await tokens.issue('auth', about, api), await tokens.issue('auth', about, api)];
  expect(await tokens.read('auth', read, api)).not.toBeNull();
  clock.advance(59 * 60_000);
  expect(await tokens.read('auth', read, api)).not.toBeNull();
  clock.advance(60_000);
  expect(await tokens.read('auth', read, api)).toBeNull();
  expect(await tokens.read('auth', unread, api)).toBeNull();
});

it('refuses a token of another kind, also one that it has read as its own', async () => {
  const token = await tokens.issue('auth', about, api);
  expect(await tokens.read('employer', token, api)).toBeNull();
  expect(await tokens.read('auth', token, api)).not.toBeNull();
  expect(await tokens.read('employer', token, api)).toBeNull();
});

it('refuses a token of which one character differs from one that it has read', async () => {
  const token = await tokens.issue('auth', about, api);
  expect(await tokens.read('auth', token, api)).not.toBeNull();
  for (const at of [2, token.indexOf('.') + 3, token.lastIndexOf('.') + 5])
    expect(await tokens.read('auth', altered(token, at), api)).toBeNull();
});

it('refuses a token that another installation signed', async () => {
  const foreign = await openTokens(secrets(), clock).issue('auth', about, api);
  expect(await tokens.read('auth', foreign, api)).toBeNull();
});

it.each(['auth', 'invalid', 'notActivated', 'activation', 'merge', 'code', 'sharing', 'employer'] as const)(
  'reads a token of the kind %s with the cookie of the browser that got it, and with no other',
  async (kind) => {
    let kept = 0;
    const token = await tokens.issue(kind, about, { browser: 'mine', keepBrowser: () => void (kept += 1) });
    expect(kept).toBe(1);
    for (const browser of ['mine', 'other', null, 'mine', null])
      expect((await tokens.read(kind, token, { browser })) !== null).toBe(browser === 'mine');
    expect(await tokens.read(kind, await tokens.issue(kind, about, api), { browser: 'mine' })).toMatchObject(about);
  },
);

it.each(['code', 'sharing', 'request'] as const)(
  'shows no safe in a token of the kind %s: two of one safe have nothing in common',
  async (kind) => {
    const [one, other] = [about, { ...about, sid: 'another' }];
    const issued = [await tokens.issue(kind, one, api), await tokens.issue(kind, other, api)] as const;
    const shown = issued.map((token) => Buffer.from(decodeJwt(token).sub ?? '', 'base64url'));
    const safe = Buffer.from(about.sub.replaceAll('-', ''), 'hex');
    for (const bytes of shown) {
      expect(bytes).toHaveLength(16);
      expect(bytes.subarray(0, 6)).not.toEqual(safe.subarray(0, 6));
    }
    expect(shown[0]).not.toEqual(shown[1]);
    for (const [at, token] of issued.entries())
      expect(await tokens.read(kind, token, api)).toMatchObject(at === 0 ? one : other);
  },
);

it('reads a token that was issued while tokens of links had the safe itself', async () => {
  const now = await tokens.issue('code', about, api);
  const earlier = await new SignJWT({ ...decodeJwt(now), sub: about.sub })
    .setProtectedHeader(decodeProtectedHeader(now) as { alg: string })
    .sign(keys.tokenKeys.get('1') ?? Buffer.alloc(0));
  expect(await tokens.read('code', earlier, api)).toMatchObject(about);
});
