import { describe, expect, it } from 'vitest';
import { decide, digestForStamp, digestForTree } from './renewal.rules.ts';

const day = (text: string): Date => new Date(`${text}T00:00:00Z`);
const tip = {
  at: day('2030-01-01'),
  rests: { endsAt: day('2040-01-01'), digests: ['SHA-256'] },
  algorithm: 'SHA-256',
} as const;
const short = { ...tip, rests: { ...tip.rests, endsAt: day('2030-07-01') } };
const ends = (sha256?: string) => new Map(sha256 === undefined ? [] : [['SHA-256', day(sha256)] as const]);

describe('a timestamp', () => {
  it.each([
    ['is left while its certificate has more than a year', tip, '2038-12-31', undefined, 'LEAVE'],
    ['is renewed from a year before its certificate ends', tip, '2039-01-01', undefined, 'TIMESTAMP'],
    ['is renewed until its certificate ends', tip, '2039-12-31', undefined, 'TIMESTAMP'],
    ['is lost once its certificate has ended', tip, '2040-01-01', undefined, 'LOST'],
    ['is left in the first half of a short time', short, '2030-03-30', undefined, 'LEAVE'],
    ['is renewed in the second half of a short time', short, '2030-04-02', undefined, 'TIMESTAMP'],
    ['is left while its digest has more than a year', tip, '2034-05-31', '2035-06-01', 'LEAVE'],
    ['gets another digest from a year before its own ends', tip, '2034-06-01', '2035-06-01', 'HASH_TREE'],
    ['is lost once its digest has ended', tip, '2035-06-01', '2035-06-01', 'LOST'],
    ['keeps its digest where that one ends later than its certificate', tip, '2039-06-01', '2041-01-01', 'TIMESTAMP'],
  ] as const)('%s', (_name, one, now, end, kind) => {
    expect(decide(one, { ends: ends(end), now: day(now) }).kind).toBe(kind);
  });

  it('is renewed where only the digest of its signature ends', () => {
    const signed = { ...tip, algorithm: 'SHA-512', rests: { ...tip.rests, digests: ['SHA-512', 'SHA-256'] } } as const;
    expect(decide(signed, { ends: ends('2035-06-01'), now: day('2034-07-01') }).kind).toBe('TIMESTAMP');
  });
});

describe('the digest', () => {
  it('of a first timestamp is SHA-256, and SHA-512 from a year before its end', () => {
    expect(digestForStamp({ ends: ends(), now: day('2030-01-01') })).toBe('SHA-256');
    expect(digestForStamp({ ends: ends('2035-06-01'), now: day('2034-05-31') })).toBe('SHA-256');
    expect(digestForStamp({ ends: ends('2035-06-01'), now: day('2034-06-02') })).toBe('SHA-512');
  });

  it('of a new hash tree is the strongest that goes on, if any does', () => {
    const now = day('2034-06-02');
    expect(digestForTree({ ends: ends('2035-06-01'), now })).toBe('SHA-512');
    const end = day('2035-01-01');
    expect(digestForTree({ ends: new Map([['SHA-512', end]] as const), now })).toBe('SHA-384');
    const all = new Map([
      ['SHA-256', end],
      ['SHA-384', end],
      ['SHA-512', end],
    ] as const);
    expect(digestForTree({ ends: all, now })).toBeNull();
  });
});
