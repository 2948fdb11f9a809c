import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { endSessionIfRefused } from '../api/call.ts';
import { forgetTab, inSafe, keepInTab, readFromTab } from './tab-memory.ts';

const hourMs = 3_600_000;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = `${part({})}.${part({ exp: 4_000_000_000, sub: 'safe-1' })}.signature`;

beforeEach(() => {
  vi.useFakeTimers();
  const stored = new Map([['authToken', token]]);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal('sessionStorage', { getItem: () => null, removeItem: () => undefined });
});
afterEach(() => {
  forgetTab();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('forgets what was kept when its time is over, without a reload too', () => {
  keepInTab('activation', 'step');
  keepInTab('requestToken', 'token', 3 * hourMs);
  vi.advanceTimersByTime(2 * hourMs - 1);
  expect(readFromTab('activation')).toBe('step');
  vi.advanceTimersByTime(1);
  expect(readFromTab('activation')).toBeNull();
  expect(readFromTab('requestToken')).toBe('token');
});

it('keeps what was begun in a safe whose session the server ends, and nothing else', () => {
  const draft = inSafe('newShare');
  keepInTab(draft, 'draft');
  keepInTab('activation', 'step');
  endSessionIfRefused('auth', token, new ApiError(401, [{ code: 'AuthTokenNotValid' }]));
  expect(readFromTab('activation')).toBeNull();
  expect(readFromTab(draft)).toBe('draft');
});
