import { employeeRow, type EmployeeRow } from '@perenne/contract/employers';
import type { ErrorEntry } from '@perenne/contract/errors';
import { firstOfEachField, type BrokenRule } from '@perenne/contract/issues';
import { readFrenchPhone } from '../../../platform/phone-numbers.ts';
import { parisDay } from '../../../platform/time/calendar.ts';
import type { EmployeeDetails } from './employee-record.ts';
import { holdsNir } from './nir.ts';
import { readFields } from './read-fields.ts';

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

/** Judges a row as it came, all of its fields at once. Nothing is kept of one that holds a social-security number. */
export function readEmployeeRow(value: unknown, now: Date): ReadRow {
  const { data, broken } = readFields(employeeRow, value);
  const phone = readPhone(value);
  const errors = firstOfEachField<ErrorEntry>([
    ...broken.map(asEntry),
    ...(isBornLater(value, now) ? [invalid('date', 'birthDate')] : []),
    ...(phone === null ? [{ code: 'PhoneNumberFormatError' as const, field: 'phone' }] : []),
  ]);
  if (!data || errors.length > 0) return { employeeNumber: data?.employeeNumber ?? numberOf(value), errors };
  const { email = null, employedUntil = null } = data;
  return { details: { ...data, email, phone: phone ?? null, employedUntil } };
}

/** In E.164; null for a number that is not French, undefined where there is none to be read. */
function readPhone(value: unknown): string | null | undefined {
  const { data } = employeeRow.shape.phone.safeParse(fieldOf(value, 'phone'));
  return data === undefined ? undefined : readFrenchPhone(data);
}

function isBornLater(value: unknown, now: Date): boolean {
  const { data } = employeeRow.shape.birthDate.safeParse(fieldOf(value, 'birthDate'));
  return data !== undefined && data > parisDay(now);
}

const asEntry = ({ field, rule, bounds }: BrokenRule): ErrorEntry => ({
  code: 'InvalidRequest',
  ...(field !== undefined && { field }),
  params: { rule, ...bounds },
});

const fieldOf = (value: unknown, name: keyof EmployeeRow): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;

/** The number as it was sent, so that a refused row can be recognised. */
function numberOf(value: unknown): string | null {
  const number = fieldOf(value, 'employeeNumber');
  return typeof number === 'string' && number.length <= 50 && !holdsNir(number) ? number : null;
}
