import { describe, expect, it } from 'vitest';
import { canExpire, expiryOf, extensionOf, isNear, nextReminder, stageOf } from './expiry.rules.ts';

describe('the end of validity', () => {
  it('is that of papers that end', () => {
    expect((['CIDT', 'PSPR', 'PECO', 'OTHER'] as const).map(canExpire)).toEqual([true, true, true, true]);
    expect((['PAYE', 'AUDO', 'DPLM', 'TSMT'] as const).map(canExpire)).toEqual([false, false, false, false]);
    expect(expiryOf({ type: 'AUDO', expiresOn: '2030-01-01' })).toBeUndefined();
    expect(expiryOf({ type: 'PSPR', expiresOn: '2030-01-01' })).toBe('2030-01-01');
  });

  it.each([
    ['2027-05-21', '2026-11-20', false],
    ['2027-05-21', '2026-11-21', true],
    ['2027-05-31', '2026-11-29', false],
    ['2027-05-31', '2026-11-30', true],
    ['2020-01-01', '2026-11-21', true],
  ])('%s is near on %s: %s', (expiresOn, today, near) => {
    expect(isNear(expiresOn, today)).toBe(near);
  });

  it.each([
    ['2027-05-21', '2026-01-01', '2026-11-21'],
    ['2027-05-21', '2026-11-21', '2027-03-21'],
    ['2027-05-21', '2027-03-21', '2027-05-14'],
    ['2027-05-21', '2027-05-13', '2027-05-14'],
    ['2027-05-21', '2027-05-14', undefined],
    ['2020-01-01', '2026-11-21', undefined],
    ['2027-08-31', '2026-11-21', '2027-02-28'],
  ])('%s is told, after %s, on %s', (expiresOn, today, day) => {
    expect(nextReminder(expiresOn, today)).toBe(day);
  });

  it.each([
    ['2026-11-21', 'sixMonths'],
    ['2027-03-20', 'sixMonths'],
    ['2027-03-21', 'twoMonths'],
    ['2027-05-14', 'oneWeek'],
    ['2027-05-21', 'oneWeek'],
    ['2027-05-22', 'over'],
  ])('on %s is %s', (today, stage) => {
    expect(stageOf('2027-05-21', today)).toBe(stage);
  });
});

describe('the extension of French identity cards', () => {
  const today = '2018-06-01';

  it.each([
    // The printed day is the tenth anniversary of the issue, or the day before it.
    ['issued on 2004-01-02', '2014-01-01', '2019-01-01'],
    ['issued in 2008', '2018-03-14', '2023-03-14'],
    ['issued on a 29 February', '2018-02-28', '2023-02-28'],
    ['printed to a 29 February', '2020-02-29', '2025-02-28'],
    ['issued on 2013-12-31', '2023-12-31', '2028-12-31'],
    ['no longer good on 2014-01-01', '2013-12-31', undefined],
    ['issued in 2014, printed for fifteen years', '2029-01-01', undefined],
    ['issued in 2014 to a minor, or abroad', '2024-01-01', undefined],
  ])('%s: %s is good until %s', (_name, printed, until) => {
    expect(extensionOf('CIDT', printed, today)).toBe(until);
  });

  it('is no help once it is over, and concerns no other paper', () => {
    expect(extensionOf('CIDT', '2021-11-20', '2026-11-21')).toBeUndefined();
    expect(extensionOf('CIDT', '2021-11-21', '2026-11-21')).toBe('2026-11-21');
    expect(extensionOf('PSPR', '2022-05-01', '2026-11-21')).toBeUndefined();
  });
});
