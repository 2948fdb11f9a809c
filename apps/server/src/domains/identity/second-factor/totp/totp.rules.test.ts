import { Secret } from 'otpauth';
import { expect, it } from 'vitest';
import { newTotpSecret, stepOf, totpUri } from './totp.rules.ts';

// RFC 6238, appendix B, cut to 6 digits.
const secret = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number) => new Date(seconds * 1000);

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('knows the code of RFC 6238 at %d', (seconds, code) => {
  expect(stepOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

it('accepts one step of difference each way, and tells which', () => {
  expect(stepOf(secret, '081804', at(1_111_111_109 + 30))).toBe(37_037_036);
  expect(stepOf(secret, '081804', at(1_111_111_109 - 30))).toBe(37_037_036);
  expect(stepOf(secret, '081804', at(1_111_111_109 + 60))).toBeNull();
  expect(stepOf(secret, '081804', at(1_111_111_109 - 60))).toBeNull();
});

it('makes secrets of 160 bits, each another', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
});

it('tells applications all that they need', () => {
  const uri = new URL(totpUri(secret, 'lucie@example.org'));
  expect(uri.protocol).toBe('otpauth:');
  expect(decodeURIComponent(uri.pathname)).toContain('Pérenne:lucie@example.org');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, algorithm: 'SHA1', digits: '6', period: '30' });
});
