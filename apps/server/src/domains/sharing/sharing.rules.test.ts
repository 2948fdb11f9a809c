import { describe, expect, it } from 'vitest';
import {
  expiryOf,
  folded,
  isActive,
  isWatermarked,
  judgeAgain,
  maskEmail,
  maskPhone,
  noticeOf,
} from './sharing.rules.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

describe('a share', () => {
  it('is active until its last instant, and not at it', () => {
    expect(expiryOf(now, 15)).toEqual(inDays(15));
    expect(isActive({ state: 'active', expiresAt: new Date(now.getTime() + 1) }, now)).toBe(true);
    expect(isActive({ state: 'active', expiresAt: now }, now)).toBe(false);
    for (const state of ['expired', 'deleted'] as const)
      expect(isActive({ state, expiresAt: inDays(1) }, now)).toBe(false);
  });

  it('is told of two days before its end, where it lasts for a week or more', () => {
    expect(noticeOf(now, inDays(7))).toEqual(inDays(5));
    expect(noticeOf(now, inDays(1))).toBeNull();
  });

  it('is written about again three times in 24 hours', () => {
    const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
    expect(judgeAgain([at(30), at(3), at(2)], now)).toEqual({ sentAgain: [at(3), at(2), now] });
    expect(judgeAgain([at(3), at(2), at(1)], now)).toEqual({ nextAt: new Date(at(3).getTime() + 86_400_000) });
  });
});

it('masks an address and a number, so that their owner knows them again', () => {
  expect(maskEmail('camille.roy@example.org')).toBe('c•••@example.org');
  expect(maskEmail('é@example.org')).toBe('é•••@example.org');
  expect(maskPhone('+33639980120')).toBe('•• •• •• •• 20');
});

it.each([
  ['CIDT', 'image/jpeg', true],
  ['PSPR', 'application/pdf', true],
  ['PECO', 'image/heic', true],
  ['CIDT', 'application/zip', false],
  ['PAYE', 'application/pdf', false],
])('marks a %s in %s: %s', (type, mimeType, marked) => {
  const paper = { documentId: 'a', secrets: { type, mimeType } };
  expect(isWatermarked({ watermark: true, papers: [] }, paper)).toBe(marked);
  expect(isWatermarked({ watermark: true, papers: ['a'] }, paper)).toBe(true);
  expect(isWatermarked({ watermark: false, papers: ['a'] }, paper)).toBe(false);
});

it('compares without case and accents', () => {
  expect(folded('Déménagement')).toBe(folded('DEMENAGEMENT'));
});
