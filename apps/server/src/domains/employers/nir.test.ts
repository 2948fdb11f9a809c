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
    // A birth whose month is not known: the key tells.
    '185307800608406',
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
    // Another key, another month, another sex, no department: not one.
    '185057800608492',
    '1 85 05 78 006 084 92',
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
