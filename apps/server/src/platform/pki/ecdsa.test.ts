import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { fromDer, toDer } from './ecdsa.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

it('turns each form of a signature into the other, whatever its numbers begin with', () => {
  for (let round = 0; round < 600; round += 1) {
    const bytes = Buffer.from(`message ${round}`);
    const der = sign('sha256', bytes, privateKey);
    const raw = fromDer(der);
    expect(raw).toHaveLength(64);
    expect(toDer(raw)).toEqual(der);
    expect(verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, raw)).toBe(true);
  }
});

it('keeps numbers that begin with zeroes', () => {
  const raw = Buffer.alloc(64);
  raw[31] = 1;
  raw[60] = 0x80;
  expect(toDer(raw).toString('hex')).toBe('300a02010102050080000000');
  expect(fromDer(toDer(raw))).toEqual(raw);
});

it.each(['', '30', '3006020101020101ff', '3006020101', '3106020101020101', `3046${'0222'.padEnd(72, '0')}`])(
  'reads nothing else: %s',
  (hex) => {
    expect(() => fromDer(Buffer.from(hex, 'hex'))).toThrow(RangeError);
  },
);

it('writes nothing of another length', () => {
  expect(() => toDer(Buffer.alloc(63))).toThrow(RangeError);
});
