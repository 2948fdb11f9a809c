import { z } from 'zod';
import type { Secrets } from '../../../platform/secrets.ts';
import { openJson, sealJson } from '../../../platform/sealing/values.ts';
import { normaliseCode } from './activation-code.ts';
import { normaliseName } from '../employers.rules.ts';

/** An employer's record of an employee: sealed under the installation's key, for no safe exists yet. */
const employeeDetails = z.object({
  employeeNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  employedUntil: z.string().nullable(),
});
export type EmployeeDetails = z.output<typeof employeeDetails>;

const placeOf = (employeeId: string) => ({ table: 'employees', column: 'sealed', row: employeeId });

export const sealEmployee = (secrets: Secrets, employeeId: string, details: EmployeeDetails): Buffer =>
  sealJson(secrets.values, placeOf(employeeId), details);

export const openEmployee = (secrets: Secrets, employeeId: string, sealed: Buffer): EmployeeDetails =>
  employeeDetails.parse(openJson(secrets.values, placeOf(employeeId), sealed));

/** Finds an employee by number, among those of one employer. */
export const numberTag = (secrets: Secrets, employerId: string, employeeNumber: string): Buffer =>
  secrets.tag('employee-number', employerId, employeeNumber);

/** Finds who says their name and birth date. */
export const personTag = (secrets: Secrets, person: { lastName: string; birthDate: string }): Buffer =>
  secrets.tag('person', normaliseName(person.lastName), person.birthDate);

/** Shows whether a row sent again says the same. */
export const contentTag = (secrets: Secrets, employerId: string, details: EmployeeDetails): Buffer => {
  const { employeeNumber, firstName, lastName, birthDate, email, phone, employedUntil } = details;
  const parts = [employeeNumber, firstName, lastName, birthDate, email ?? '', phone ?? '', employedUntil ?? ''];
  return secrets.tag('employee-content', employerId, ...parts);
};

export const activationCodeTag = (secrets: Secrets, code: string): Buffer =>
  secrets.codeTag('activation', normaliseCode(code));
