import { expect, it } from 'vitest';
import { writeDate } from './formats.ts';

const instant = '2026-11-04T08:41:00.000Z';
const english = { locale: 'en', timeZone: 'Europe/Paris' } as const;
const french = { locale: 'fr', timeZone: 'Europe/Paris' } as const;

it('writes English dates in British order, as the fields where they are typed', () => {
  expect(writeDate('dateShort', instant, english)).toBe('4 Nov 2026');
  expect(writeDate('dateLong', instant, english)).toBe('4 November 2026');
  expect(writeDate('dayAndMonth', instant, english)).toBe('4 Nov');
  expect(writeDate('dateTime', instant, english)).toMatch(/^4 November 2026 at 09:41$/);
});

it('writes French dates as French people do', () => {
  expect(writeDate('dateShort', instant, french)).toBe('4 nov. 2026');
  expect(writeDate('day', instant, french)).toBe('mercredi 4 novembre 2026');
});
