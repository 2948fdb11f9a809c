import { describe, expect, it } from 'vitest';
import { issue } from '../../testing/authority.ts';
import { isSignatureValue } from './well-formed.ts';

const { x509 } = await issue({ name: 'Autorité', use: 'authority' });
const ecdsaSha256 = '1.2.840.10045.4.3.2';
const isWritten = (...numbers: number[][]) => {
  const body = numbers.flatMap((bytes) => [0x02, bytes.length, ...bytes]);
  const value = Uint8Array.of(0x30, body.length, ...body);
  return isSignatureValue(value, ecdsaSha256, x509.subjectPublicKeyInfo);
};
/** A number of that many bytes. */
const number = (size: number, first: number, last = 0x55): number[] => [
  first,
  ...Array<number>(size - 2).fill(0x55),
  last,
];

describe('a signature of ECDSA', () => {
  it('is two positive numbers, each in its shortest form', () => {
    expect(isWritten(number(32, 0x7f), number(32, 0x01))).toBe(true);
    expect(isWritten([0, ...number(32, 0x80)], [0, ...number(32, 0xff)])).toBe(true);
    expect(isWritten(number(20, 0x7f), [1])).toBe(true);
  });

  // Its first byte would be written over the end of the other one, which is the same there.
  it.each([0x80, 0x01])('is refused where its second number is one byte too long and begins with %d', (first) => {
    expect(isWritten(number(32, 0x7f, first), number(33, first))).toBe(false);
  });

  it.each<[string, number[][]]>([
    ['a negative number', [number(32, 0x80), number(32, 0x7f)]],
    ['a zero that is not needed', [[0, ...number(31, 0x7f)], number(32, 0x7f)]],
    ['zero', [[0], number(32, 0x7f)]],
    ['no byte', [[], number(32, 0x7f)]],
    ['a third number', [number(32, 0x7f), number(32, 0x7f), [1]]],
    ['one number', [number(32, 0x7f)]],
  ])('is refused with %s', (_what, numbers) => {
    expect(isWritten(...numbers)).toBe(false);
  });
});
