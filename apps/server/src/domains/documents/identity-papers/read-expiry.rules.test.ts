import { describe, expect, it } from 'vitest';
import { readExpiry } from './read-expiry.rules.ts';

const today = '2026-11-21';

describe('the end of validity that is read in a paper', () => {
  it.each([
    [
      'a passport',
      'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10',
      '2012-04-15',
    ],
    [
      'a card of three lines',
      'IDFRAX4RTBPFW46<<<<<<<<<<<<<<<\n9007138F3002119FRA<<<<<<<<<<<6\nMARTIN<<MAELYS<GAELLE<MARIE<<<',
      '2030-02-11',
    ],
    ['a card of two lines', 'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6', '2012-04-15'],
    ['lines with spaces and letters for digits', '9OO7138F3OO2119FRA «« <<<<<<<6', '2030-02-11'],
  ])('is that of the lines for machines: %s', (_name, text, day) => {
    expect(readExpiry(text, today)).toBe(day);
  });

  it('is not that of lines whose check digits disagree', () => {
    expect(readExpiry('L898902C36UTO7408122F1304159ZE184226B<<<<<10', today)).toBeUndefined();
    expect(readExpiry('9007139F3002119FRA<<<<<<<<<<<6', today)).toBeUndefined();
  });

  it('is that of the lines for machines before that of the labels', () => {
    expect(readExpiry('Date d’expiration : 12/12/2031\n9007138F3002119FRA<<<<<<<<<<<6', today)).toBe('2030-02-11');
  });

  it.each([
    ['Date d’expiration : 04/05/2031', '2031-05-04'],
    ["DATE D'EXPIR. / EXPIRY DATE\n04 05 2031", '2031-05-04'],
    [
      'Date de délivrance / Date of issue (4)   Date d’expiration / Date of expiry (9)\n05 05 2021   04 05 2031',
      '2031-05-04',
    ],
    ['Date of expiry: 4 May 2031, date of issue: 5 May 2021', '2031-05-04'],
    ['VALABLE JUSQU’AU 1er août 2029', '2029-08-01'],
    ['TITRE DE SÉJOUR\nFin de validité\n04.05.2031', '2031-05-04'],
    ['Date of expiry 04 MAI/MAY 2031', '2031-05-04'],
    ['4a. 19.01.2023 4b. 19.01.2033 4c. Préfecture', '2033-01-19'],
    ['Valid until 2031-05-04', '2031-05-04'],
    ['Expire le 30 décembre 2026', '2026-12-30'],
    ['Expire le 31 décembre 1999', '1999-12-31'],
  ])('follows its label: %s', (text, day) => {
    expect(readExpiry(text, today)).toBe(day);
  });

  it.each([
    ['no label', 'Née le 04/05/1990, fait à Lyon le 05/05/2031'],
    ['no such day', 'Valable jusqu’au 31/02/2031'],
    ['no date near its label', `Date d’expiration : ${'voir au dos '.repeat(12)}04/05/2031`],
    ['a day that no paper bears', 'Valable jusqu’au 04/05/2099'],
    ['the birth alone', 'Date d’expiration : illisible. Née le 04/05/1980'],
    ['nothing', ''],
  ])('is none where there is %s', (_name, text) => {
    expect(readExpiry(text, today)).toBeUndefined();
  });
});
