import { createSecretKey, randomBytes } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { testClock, type TestClock } from '../../testing/test-clock.ts';
import type { Secrets } from '../secrets.ts';
import { openTokens, type Tokens } from './tokens.ts';

const about = { sub: 'safe', sid: 'session' };
let clock: TestClock;
let tokens: Tokens;

const secrets = (): Secrets => ({
  values: createSecretKey(randomBytes(32)),
  pepper: randomBytes(32),
  tokenKeys: new Map([['1', randomBytes(32)]]),
  currentTokenKid: '1',
  tag: () => Buffer.alloc(32),
  codeTag: () => Buffer.alloc(32),
});

beforeEach(() => {
  clock = testClock();
  tokens = openTokens(secrets(), clock);
});

it('reads what it issued, however often', async () => {
  const token = await tokens.issue('auth', about);
  const claims = await tokens.read('auth', token);
  expect(claims).toMatchObject(about);
  expect(await tokens.read('auth', token)).toEqual(claims);
});

it('refuses a token that has expired, also one that it has read before', async () => {
  const [read, unread] = [await tokens.issue('auth', about), await tokens.issue('auth', about)];
  expect(await tokens.read('auth', read)).not.toBeNull();
  clock.advance(59 * 60_000);
  expect(await tokens.read('auth', read)).not.toBeNull();
  clock.advance(60_000);
  expect(await tokens.read('auth', read)).toBeNull();
  expect(await tokens.read('auth', unread)).toBeNull();
});

it('refuses a token of another kind, also one that it has read as its own', async () => {
  const token = await tokens.issue('auth', about);
  expect(await tokens.read('employer', token)).toBeNull();
  expect(await tokens.read('auth', token)).not.toBeNull();
  expect(await tokens.read('employer', token)).toBeNull();
});

it('refuses a token of which one character differs from one that it has read', async () => {
  const token = await tokens.issue('auth', about);
  expect(await tokens.read('auth', token)).not.toBeNull();
  for (const at of [2, token.indexOf('.') + 3, token.lastIndexOf('.') + 5]) {
    const other = token[at] === 'A' ? 'B' : 'A';
    expect(await tokens.read('auth', token.slice(0, at) + other + token.slice(at + 1))).toBeNull();
  }
});

it('refuses a token that another installation signed', async () => {
  const foreign = await openTokens(secrets(), clock).issue('auth', about);
  expect(await tokens.read('auth', foreign)).toBeNull();
});
