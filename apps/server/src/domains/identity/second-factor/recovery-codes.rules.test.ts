import { expect, it } from 'vitest';
import { newRecoveryCodes, normaliseRecoveryCode } from './recovery-codes.rules.ts';

it('makes ten different codes that are read aloud without doubt', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
});

it.each(['0123A-BCD1E', '0123abcd1e', ' o l23a – bcdie ', 'O123A BCDLE'])('reads “%s” as the same code', (typed) => {
  expect(normaliseRecoveryCode(typed)).toBe('0123ABCD1E');
});
