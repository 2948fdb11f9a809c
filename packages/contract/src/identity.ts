import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

export const locale = z.enum(['fr', 'en']);

/** What the owner may write of the profile. Absent optional fields are empty. */
export const profileFields = {
  firstName: f.personName,
  lastName: f.personName,
  phone: f.phone,
  birthDate: f.birthDate,
  address: z.string().trim().max(f.limits.address).nullish(),
  postalCode: z.string().trim().max(f.limits.postalCode).nullish(),
  city: z.string().trim().max(f.limits.city).nullish(),
  country: f.country.nullish(),
};

export const profile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().nullable(),
  birthDate: z.string(),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  email: z.string(),
  federated: z.boolean(),
  locale,
  storage: z.object({ used: f.sizeBytes, limit: f.sizeBytes }),
});
export type Profile = z.output<typeof profile>;

export const login = endpoint({
  id: 'login',
  method: 'POST',
  path: `${v1}/login`,
  token: 'none',
  summary: 'Sign in with the personal e-mail and the password',
  body: z.strictObject({
    email: f.email,
    password: f.givenPassword,
    franceConnectSub: z.string().max(255).optional(),
  }),
  response: z.object({ loginUrl: z.string().optional() }),
  setsToken: true,
  errors: ['Unauthorized', 'AccountLocked'],
});

export const refreshToken = endpoint({
  id: 'refreshToken',
  method: 'GET',
  path: `${v1}/auth/refresh-token`,
  token: 'auth',
  summary: 'A new token for the same session',
  status: 204,
  setsToken: true,
  errors: [],
});

export const logout = endpoint({
  id: 'logout',
  method: 'POST',
  path: `${v1}/auth/logout`,
  token: 'auth',
  summary: 'End the session and every token of it',
  status: 204,
  errors: [],
});

export const getProfile = endpoint({
  id: 'getProfile',
  method: 'GET',
  path: `${v1}/user/profile`,
  token: 'auth',
  summary: 'The profile of the owner of the safe',
  response: profile,
  errors: [],
});

export const putUser = endpoint({
  id: 'putUser',
  method: 'PUT',
  path: `${v1}/user`,
  token: 'auth',
  summary: 'Replace the profile; e-mail, federation and storage in it are ignored',
  body: z.strictObject({
    ...profileFields,
    locale: locale.optional(),
    email: z.unknown().optional(),
    federated: z.unknown().optional(),
    storage: z.unknown().optional(),
  }),
  response: profile,
  errors: ['PhoneNumberFormatError', 'Forbidden'],
});

const agreement = z.object({
  employer: z.object({ id: z.string(), name: z.string() }),
  accepted: z.boolean(),
  since: f.instant.nullable(),
});

export const getAgreementStatus = endpoint({
  id: 'getAgreementStatus',
  method: 'GET',
  path: `${v1}/user/payslip-agreement-status`,
  token: 'auth',
  summary: 'Whether the owner may choose how payslips are delivered, and what stands for each employer',
  response: z.object({ canSelectAgreement: z.boolean(), agreements: z.array(agreement) }),
  errors: [],
});

export const journalActions = [
  'safe.created',
  'safe.activated',
  'safe.recovered',
  'session.opened',
  'session.refused',
  'session.closed',
  'profile.changed',
  'document.deposited',
  'document.deposit-refused',
  'document.recovered',
  'document.read',
  'document.metadata-read',
  'document.listed',
  'document.renamed',
  'document.changed',
  'journal.read',
] as const;

const journalEntry = z.object({
  id: z.string(),
  at: f.instant,
  action: z.enum(journalActions),
  actor: z.object({
    kind: z.enum(['owner', 'employer', 'collector', 'visitor', 'operator', 'system']),
    name: z.string().optional(),
  }),
  result: z.enum(['done', 'refused']),
  documentId: z.string().optional(),
  title: z.string().optional(),
  address: z.string().optional(),
  /** Of a document that waited for its owner: when it was deposited, and the hash on the employer's receipt. */
  depositedAt: f.instant.optional(),
  depositHash: z.string().optional(),
  hash: z.string(),
});
export type JournalEntry = z.output<typeof journalEntry>;

export const getJournal = endpoint({
  id: 'getJournal',
  method: 'GET',
  path: `${v1}/user/journal`,
  token: 'auth',
  summary: 'What happened in this safe, newest first',
  query: z.strictObject({ ...f.pageQuery }),
  response: f.page(journalEntry),
  errors: [],
});
