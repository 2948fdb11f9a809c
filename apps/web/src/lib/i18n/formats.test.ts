import { expect, it } from 'vitest';
import { sizeUnits, writeDate } from './formats.ts';

const instant = '2026-11-04T08:41:00.000Z';
const english = { locale: 'en', timeZone: 'Europe/Paris' } as const;
const french = { locale: 'fr', timeZone: 'Europe/Paris' } as const;

it('writes English dates in British order, as the fields where they are typed', () => {
  expect(writeDate('dateShort', instant, english)).toBe('4\u00a0Nov 2026');
  expect(writeDate('dateLong', instant, english)).toBe('4\u00a0November 2026');
  expect(writeDate('dayAndMonth', instant, english)).toBe('4\u00a0Nov');
  expect(writeDate('dateTime', instant, english)).toMatch(/^4\u00a0November 2026 at 09:41$/);
});

it('writes French dates as French people do', () => {
  expect(writeDate('dateShort', instant, french)).toBe('4\u00a0nov. 2026');
  expect(writeDate('day', instant, french)).toBe('mercredi 4\u00a0novembre 2026');
});

it('gives the first day of a month its ordinal in French, in every shape that writes the month', () => {
  const first = '2026-12-01T00:01:00.000Z';
  expect(writeDate('dayAndMonth', first, french)).toBe('1er\u00a0déc.');
  expect(writeDate('dayAndMonthLong', first, french)).toBe('1er\u00a0décembre');
  expect(writeDate('dateShort', first, french)).toBe('1er\u00a0déc. 2026');
  expect(writeDate('dateLong', first, french)).toBe('1er\u00a0décembre 2026');
  expect(writeDate('day', first, french)).toBe('mardi 1er\u00a0décembre 2026');
  expect(writeDate('dateTime', first, french)).toBe('1er\u00a0décembre 2026 à 01:01');
  expect(writeDate('dateLong', first, english)).toBe('1\u00a0December 2026');
  expect(writeDate('dateLong', '2026-12-11T12:00:00.000Z', french)).toBe('11\u00a0décembre 2026');
  expect(writeDate('time', first, french)).toBe('01:01');
});

it('writes sizes with the units of each language', () => {
  expect(sizeUnits).toEqual({ fr: ['o', 'ko', 'Mo', 'Go'], en: ['B', 'KB', 'MB', 'GB'] });
});
