import { employeeRow } from '@perenne/contract/employers';
import type { ErrorEntry } from '@perenne/contract/errors';
import { brokenRules } from '@perenne/contract/issues';
import { readFrenchPhone } from '../../platform/phone-numbers.ts';
import type { EmployeeDetails } from './employee-record.ts';
import { fieldsWithNir } from './nir.ts';

/** A row that can be stored, or why it cannot. */
export type ReadRow = { details: EmployeeDetails } | { employeeNumber: string | null; errors: ErrorEntry[] };

const invalid = (rule: string, field?: string): ErrorEntry => ({
  code: 'InvalidRequest',
  ...(field && { field }),
  params: { rule },
});

/** Judges a line of NDJSON; `null` is one that could not be read at all. */
export function readEmployeeLine(line: string | null, now: Date): ReadRow {
  if (line === null) return { employeeNumber: null, errors: [invalid('json')] };
  try {
    return readEmployeeRow(JSON.parse(line), now);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { employeeNumber: null, errors: [invalid('json')] };
  }
}

/** Judges a row as it came. One that holds a social-security number is told so and nothing of it is kept. */
export function readEmployeeRow(value: unknown, now: Date): ReadRow {
  const forbidden = fieldsWithNir(value);
  if (forbidden.length > 0) {
    const isNumberForbidden = forbidden.includes('employeeNumber');
    return {
      employeeNumber: isNumberForbidden ? null : numberOf(value),
      errors: forbidden.map((field) => invalid('nir', field)),
    };
  }
  const parsed = employeeRow.safeParse(value, { reportInput: true });
  if (!parsed.success) return { employeeNumber: numberOf(value), errors: brokenRules(parsed.error).map(asEntry) };
  const { phone = null, email = null, employedUntil = null, ...required } = parsed.data;
  const details = { ...required, email, phone: phone && readFrenchPhone(phone), employedUntil };
  const errors = [
    ...(details.birthDate > now.toISOString().slice(0, 10) ? [invalid('date', 'birthDate')] : []),
    ...(phone !== null && details.phone === null ? [{ code: 'PhoneNumberFormatError' as const, field: 'phone' }] : []),
  ];
  return errors.length > 0 ? { employeeNumber: details.employeeNumber, errors } : { details };
}

const asEntry = ({ field, rule, bounds }: ReturnType<typeof brokenRules>[number]): ErrorEntry => ({
  code: 'InvalidRequest',
  ...(field !== undefined && { field }),
  params: { rule, ...bounds },
});

/** The number as it was sent, so that a refused row can be told apart. */
const numberOf = (value: unknown): string | null =>
  typeof value === 'object' &&
  value !== null &&
  'employeeNumber' in value &&
  typeof value.employeeNumber === 'string' &&
  value.employeeNumber.length <= 50
    ? value.employeeNumber
    : null;
