import { describe, expect, it } from 'vitest';
import { fieldsWithNir, holdsNir } from './nir.ts';

describe('a social-security number', () => {
  it.each([
    '185057800608491',
    '1850578006084',
    '1 85 05 78 006 084 91',
    '1 85 05 78 006 084',
    '1.85.05.78.006.084.91',
    '1-85-05-78-006-084-91',
    '1\u00a085\u00a005\u00a078\u00a0006\u00a0084\u00a091',
    'NIR 185057800608491',
    'NIR185057800608491',
    'n° 1 85 05 78 006 084, merci',
    '１８５０５７８００６０８４９１',
    '185012A00608468',
    '1 85 01 2b 123 456 93',
    '185012a006084',
    '269054958815780',
    // A birth whose month is not known: the key proves it.
    '185307800608406',
    // A wrong key: the thirteen others prove it.
    '185057800608492',
    '1 85 05 78 006 084 92',
    '185022A12345678',
    'Paie de 1 85 02 2A 123 456 78',
    // Words around it.
    'NIR : 1850578006084 de Marie',
    'Marie, 1 85 05 78 006 084 – octobre',
    // However it is separated.
    '1  85  05  78  006  084  91',
    '1 - 85 - 05 - 78 - 006 - 084',
    '1\t85\t05\t78\t006\t084',
    '1.. 85 // 05 __ 78 -- 006 .. 084 -- 91',
    '1—85—05—78—006—084—91',
    // With what is not seen.
    '18505\u200b78006\u200d084',
    '1\u00ad85\u00ad05\u2060780\ufeff06084\u206091',
    '1\ufe0f\u20e385057800608491',
    '185057800\u3164608491',
    // In the digits of another script.
    '١٨٥٠٥٧٨٠٠٦٠٨٤٩١',
    '१८५०५७८००६०८४',
    '𝟏𝟖𝟓𝟎𝟓𝟕𝟖𝟎𝟎𝟔𝟎𝟖𝟒',
    '１ ８５ 05 ٧٨ 006 084',
  ])('is seen in %j', (text) => {
    expect(holdsNir(text)).toBe(true);
  });

  it.each([
    '',
    'Marie',
    '12345',
    '0033612345678',
    '+33 6 12 34 56 78',
    '1990-05-14',
    // Another month, another sex, no department: not one.
    '185137800608492',
    '1851378006084',
    '5850578006084',
    '1850500006084',
    '1850578000084',
    '1850578006000',
    // Longer numbers, and identifiers that begin otherwise.
    '18505780060849',
    '1850578006084912',
    '91850578006084',
    'E-1780512345678',
    'E1780512345678',
    '019a8f3c-7b1e-7c1d-8a55-1850578006ab',
    'FR7630006000011234567890189',
    'FR76 3000 6000 0112 3456 7890 189',
    // Establishments, phones, dates, amounts, references.
    '73282932000074',
    '732 829 320 00074',
    '06 12 34 56 78',
    '06  12  34  56  78 / 06.98.76.54.32',
    '+33 (0)1 85 05 78 00 60',
    '00 33 1 85 05 78 00',
    '01/10/2026 - 31/10/2026',
    '1/12/2026 – 31/12/2026',
    '2026-11-21 10:00:00',
    '20261121100000',
    'Bulletin 10-2026, 2 850,57 €',
    '1850578',
    '185057800608',
    '2026-10 1 185 2 2026',
    '٠٦١٢٣٤٥٦٧٨',
  ])('is not seen in %j', (text) => {
    expect(holdsNir(text)).toBe(false);
  });

  it('is found wherever a row holds it', () => {
    const nir = '1 85 05 78 006 084 91';
    expect(fieldsWithNir({ employeeNumber: 185057800608491, firstName: 'Marie', note: { a: ['x', nir] } })).toEqual([
      'employeeNumber',
      'note.a.1',
    ]);
    expect(fieldsWithNir({ [nir]: true, lastName: 'Martin' })).toEqual(['']);
    expect(fieldsWithNir({ employeeNumber: 'A-1', birthDate: '1990-05-14', active: true, left: null })).toEqual([]);
  });
});
