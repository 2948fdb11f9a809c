import { describe, expect, it } from 'vitest';
import { readEmployeeLine, readEmployeeRow } from './employee-rows.ts';

const now = new Date('2026-11-21T10:00:00Z');
const marie = { employeeNumber: ' 0042 ', firstName: 'Marie', lastName: 'Le Goff', birthDate: '1990-05-14' };

describe('a row of an employer', () => {
  it('is kept with its phone in E.164', () => {
    const row = { ...marie, email: 'marie@example.org', phone: '06 12 34 56 78', employedUntil: '2027-01-31' };
    expect(readEmployeeLine(JSON.stringify(row), now)).toEqual({
      details: { ...row, employeeNumber: '0042', phone: '+33612345678' },
    });
  });

  it('needs neither contact nor end', () => {
    expect(readEmployeeRow(marie, now)).toEqual({
      details: { ...marie, employeeNumber: '0042', email: null, phone: null, employedUntil: null },
    });
  });

  const invalid = (field: string, rule: string, bounds = {}) => ({
    code: 'InvalidRequest',
    field,
    params: { rule, ...bounds },
  });

  it.each([
    ['an unknown field', { ...marie, salary: 1 }, [invalid('salary', 'unknown')]],
    ['no last name', { ...marie, lastName: undefined }, [invalid('lastName', 'required')]],
    ['a name of digits', { ...marie, firstName: 'R2D2' }, [invalid('firstName', 'name')]],
    ['a number as a number', { ...marie, employeeNumber: 42 }, [invalid('employeeNumber', 'type')]],
    ['no such day', { ...marie, birthDate: '1990-02-30' }, [invalid('birthDate', 'date')]],
    ['a birth to come', { ...marie, birthDate: '2026-11-22' }, [invalid('birthDate', 'date')]],
    ['a wrong e-mail', { ...marie, email: 'marie' }, [invalid('email', 'email')]],
    [
      'a number too long',
      { ...marie, employeeNumber: 'x'.repeat(51) },
      [invalid('employeeNumber', 'maxLength', { max: 50 })],
    ],
    ['a foreign phone', { ...marie, phone: '+32 470 12 34 56' }, [{ code: 'PhoneNumberFormatError', field: 'phone' }]],
    ['a NIR among unknown fields', { ...marie, nir: '185057800608491' }, [invalid('nir', 'nir')]],
    ['a NIR for a number', { ...marie, employeeNumber: '1 85 05 78 006 084' }, [invalid('employeeNumber', 'nir')]],
    [
      'two faults',
      { ...marie, firstName: '', birthDate: 'x' },
      [invalid('firstName', 'required'), invalid('birthDate', 'date')],
    ],
    [
      'faults of every kind',
      { ...marie, birthDate: '2030-01-01', email: 'marie', phone: '12', note: 'NIR 1 85 05 78 006 084 91', salary: 1 },
      [
        invalid('note', 'nir'),
        invalid('email', 'email'),
        invalid('salary', 'unknown'),
        invalid('birthDate', 'date'),
        { code: 'PhoneNumberFormatError', field: 'phone' },
      ],
    ],
    [
      'a NIR for the name of a field',
      { ...marie, '185057800608491': 1, more: { '185057800608491': 2 } },
      [{ code: 'InvalidRequest', params: { rule: 'nir' } }, invalid('more', 'nir')],
    ],
  ])('is refused with %s', (_, row, errors) => {
    expect(readEmployeeRow(row, now)).toMatchObject({ errors });
  });

  it('is told apart by its number, unless that is what is refused', () => {
    expect(readEmployeeRow({ ...marie, email: 'x' }, now)).toMatchObject({ employeeNumber: ' 0042 ' });
    expect(readEmployeeRow({ ...marie, employeeNumber: '185057800608491' }, now)).toMatchObject({
      employeeNumber: null,
    });
    expect(readEmployeeRow({ ...marie, employeeNumber: 1 }, now)).toMatchObject({ employeeNumber: null });
  });

  it.each(['{', '', 'null x', null])('that is no JSON is refused as such: %j', (line) => {
    expect(readEmployeeLine(line, now)).toEqual({
      employeeNumber: null,
      errors: [{ code: 'InvalidRequest', params: { rule: 'json' } }],
    });
  });

  it.each([
    ['arrays', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['objects', '{"a":'.repeat(9_000) + '1' + '}'.repeat(9_000)],
    ['arrays in a field', `{"employeeNumber":"0042","a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
  ])('that nests %s without end is no JSON of ours', (_, line) => {
    expect(readEmployeeLine(line, now)).toMatchObject({
      errors: [{ code: 'InvalidRequest', params: { rule: 'json' } }],
    });
  });

  it.each(['null', '[]', '"text"', '12'])('that is no object is refused: %s', (line) => {
    expect(readEmployeeLine(line, now)).toEqual({
      employeeNumber: null,
      errors: [{ code: 'InvalidRequest', params: { rule: 'type' } }],
    });
  });
});
