import { z } from 'zod';
import { documentType } from './documents.ts';
import { endpoint } from './endpoint.ts';
import type { ErrorCode } from './errors.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1/employer';

export const issueEmployerToken = endpoint({
  id: 'issueEmployerToken',
  method: 'POST',
  path: '/backend/oauth/token',
  token: 'none',
  summary: 'OAuth 2.0 client credentials; errors as RFC 6749 says',
  consumes: ['application/x-www-form-urlencoded'],
  response: z.object({ access_token: z.string(), token_type: z.literal('Bearer'), expires_in: z.int() }),
  errors: [],
});

const employeeNumber = f.plainText(50);

/** One row of an employer. A social-security number in any field is refused (rule `nir`). */
export const employeeRow = z.strictObject({
  employeeNumber,
  firstName: f.personName,
  lastName: f.personName,
  birthDate: f.birthDate,
  email: f.email.optional(),
  phone: f.phone.optional(),
  employedUntil: f.calendarDate.optional(),
});
export type EmployeeRow = z.output<typeof employeeRow>;

const errorEntry = z.object({
  code: z.custom<ErrorCode>((value) => typeof value === 'string'),
  field: z.string().optional(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export const employeeResult = z.object({
  row: z.int().positive(),
  employeeNumber: z.string().nullable(),
  result: z.enum(['created', 'updated', 'unchanged', 'error']),
  activationCode: z.string().optional(),
  errors: z.array(errorEntry).optional(),
});
export type EmployeeResult = z.output<typeof employeeResult>;

export const postEmployees = endpoint({
  id: 'postEmployees',
  method: 'POST',
  path: `${v1}/employees`,
  token: 'employer',
  summary: 'One employee as JSON, or many as NDJSON; the activation code of a new one is shown once',
  consumes: ['application/json', 'application/x-ndjson'],
  response: z.union([employeeResult.omit({ row: true }), z.object({ items: z.array(employeeResult) })]),
  errors: ['InvalidRequest', 'PhoneNumberFormatError'],
});

const employee = z.object({
  employeeNumber: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  employedUntil: z.string().nullable(),
  state: z.enum(['pending', 'activated', 'refused']),
});
export type Employee = z.output<typeof employee>;

export const listEmployees = endpoint({
  id: 'listEmployees',
  method: 'GET',
  path: `${v1}/employees`,
  token: 'employer',
  summary: 'The employees of this employer and their state',
  query: z.strictObject({ ...f.pageQuery }),
  response: f.page(employee),
  errors: [],
});

export const getEmployee = endpoint({
  id: 'getEmployee',
  method: 'GET',
  path: `${v1}/employees/:employeeNumber`,
  token: 'employer',
  summary: 'One employee and their state',
  params: z.strictObject({ employeeNumber: z.string() }),
  response: employee,
  errors: ['EntityNotFound'],
});

export const depositMetadata = z.strictObject({
  employeeNumber,
  type: documentType,
  title: f.plainText(f.limits.title),
  /** A month of 1900 or later. */
  period: z
    .string()
    .regex(/^(19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/)
    .optional(),
});
export type DepositMetadata = z.output<typeof depositMetadata>;

export const postDeposit = endpoint({
  id: 'postDeposit',
  method: 'POST',
  path: `${v1}/deposits`,
  token: 'employer',
  summary: 'Deposit a document for an employee; `metadata` holds JSON',
  headers: z.looseObject({ 'idempotency-key': f.idempotencyKey }),
  form: z.strictObject({ metadata: z.string() }),
  response: z.object({
    depositId: z.string(),
    delivery: z.enum(['ELECTRONIC', 'PAPER']),
    sha256: z.string(),
    receipt: z.object({
      depositId: z.string(),
      sha256: z.string(),
      depositedAt: f.instant,
      /** The hash of the entry in the safe's journal; absent on paper where there is no safe. */
      journalHash: z.string().nullable(),
    }),
  }),
  status: 201,
  errors: [
    'EntityNotFound',
    'IdempotencyKeyReused',
    'PayloadTooLarge',
    'UnsupportedFileType',
    'MalwareDetected',
    'AntimalwareUnavailable',
  ],
});

export const employerSettings = z.strictObject({
  /** Employees cannot refuse electronic delivery by themselves: they object in writing. */
  refusalDisabled: z.boolean(),
  /** Forbidden as the login of this employer's employees, with all that is under them. */
  emailDomains: z.array(f.domain).max(100),
});
export type EmployerSettings = z.output<typeof employerSettings>;

const settingsWithPending = employerSettings.extend({
  /** The domains that the operator has not confirmed yet: they forbid nothing. */
  pendingDomains: z.array(z.string()),
});
export type SettingsWithPending = z.output<typeof settingsWithPending>;

export const getEmployerSettings = endpoint({
  id: 'getEmployerSettings',
  method: 'GET',
  path: `${v1}/settings`,
  token: 'employer',
  summary: 'Whether employees may refuse electronic delivery, and the e-mail domains of the employer',
  response: settingsWithPending,
  errors: [],
});

export const putEmployerSettings = endpoint({
  id: 'putEmployerSettings',
  method: 'PUT',
  path: `${v1}/settings`,
  token: 'employer',
  summary:
    'Replace the settings as a whole; a new domain forbids nothing until the operator has confirmed it, and neither public mail providers nor public suffixes are domains of an employer',
  /** `pendingDomains` may come back as it was read, and changes nothing. */
  body: employerSettings.extend({ pendingDomains: z.array(z.string()).max(100).optional() }),
  response: settingsWithPending,
  errors: [],
});
