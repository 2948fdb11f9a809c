import { describe, expect, it } from 'vitest';
import { UnknownSafe } from '../../platform/sealing/vault.ts';
import { SealUnavailable } from '../../platform/seals/seals.ts';
import { SpoolFailed } from '../documents/documents.ts';
import { allowanceOf, secondsUntil } from './exports.rules.ts';
import { judgeFailure, NeverWritten, NothingReadable } from './failures.rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, hour));

describe('the allowance of a day', () => {
  it('is what is left of five', () => {
    expect(allowanceOf([])).toEqual({ limit: 5, remaining: 5, nextAt: null });
    expect(allowanceOf([at(1), at(2)])).toEqual({ limit: 5, remaining: 3, nextAt: null });
  });

  it('comes back a day after the oldest of the five', () => {
    const counted = [at(5), at(1), at(3), at(2), at(4)];
    expect(allowanceOf(counted)).toEqual({ limit: 5, remaining: 0, nextAt: new Date(at(1).getTime() + 86_400_000) });
  });

  it('waits for as many to leave as there are too many', () => {
    const counted = [1, 2, 3, 4, 5, 6].map(at);
    expect(allowanceOf(counted).nextAt).toEqual(new Date(at(2).getTime() + 86_400_000));
  });

  it('tells whole seconds, and never none', () => {
    expect([secondsUntil(new Date(1_001), new Date(0)), secondsUntil(new Date(0), new Date(0))]).toEqual([2, 1]);
  });
});

describe('the failure of an export', () => {
  const full = Object.assign(new Error('full'), { code: 'ENOSPC' });

  it('is the writing’s where the store or the disk did not take what it was given', () => {
    const failure = 'WritingTmpFileError';
    expect(judgeFailure(new Error('cut'), { isReading: false })).toEqual({ failure, isFinal: false });
    expect(judgeFailure(full, { isReading: false })).toEqual({ failure, isFinal: true });
    const spool = new SpoolFailed('no file', { cause: full });
    expect(judgeFailure(spool, { isReading: true })).toEqual({ failure, isFinal: true });
    expect(judgeFailure(new NeverWritten('killed'), { isReading: false })).toEqual({ failure, isFinal: true });
  });

  it('is the writing’s where the seal cannot be had: the documents could be read', () => {
    const judged = judgeFailure(new SealUnavailable('ended'), { isReading: true });
    expect(judged).toEqual({ failure: 'WritingTmpFileError', isFinal: false });
  });

  it('is the reading’s otherwise, for good where nothing can be read', () => {
    const failure = 'StreamExtractBytesError';
    expect(judgeFailure(full, { isReading: true })).toEqual({ failure, isFinal: false });
    expect(judgeFailure(new NothingReadable('all'), { isReading: true })).toEqual({ failure, isFinal: true });
  });

  it('is the safe’s where that is gone', () => {
    const judged = judgeFailure(new UnknownSafe('gone'), { isReading: true });
    expect(judged).toEqual({ failure: 'SafeboxIdNotFound', isFinal: true });
  });
});
