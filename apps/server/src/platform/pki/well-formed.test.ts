import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { isWellFormed } from './well-formed.ts';

const read = (hex: string): boolean => isWellFormed(Buffer.from(hex.replaceAll(' ', ''), 'hex'));

it('takes elements whose lengths agree, with or without a length in front', () => {
  for (const hex of ['0500', '3000', '30 05 02 01 01 30 00', '30 80 02 01 01 00 00', `04 81 80 ${'00'.repeat(128)}`])
    expect(read(hex), hex).toBe(true);
  const key = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'der', type: 'spki' });
  expect(isWellFormed(key)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['a tag alone', '30'],
  ['an end that is missing', '30 05 02 01 01'],
  ['something behind the end', '05 00 00'],
  ['an element that is longer than what holds it', '30 03 02 02 01 01'],
  ['room that is left inside', '30 04 02 01 01 05'],
  ['a length of zero bytes in front', '04 81 00'],
  ['a length that has a shorter form', '04 81 02 01 01'],
  ['a length that begins with a zero', `04 82 00 80 ${'00'.repeat(128)}`],
  ['a length without end', '04 85 01 01 01 01 01'],
  ['a primitive without a length', '04 80 01 00 00'],
  ['an element without its end', '30 80 02 01 01'],
])('refuses %s', (_what, hex) => {
  expect(read(hex)).toBe(false);
});
