import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';
import { secondFactorChallenge, secondFactorProof, webAuthn } from './second-factor.ts';

const v1 = '/backend/api/v1';

export const locale = z.enum(['fr', 'en']);

/** The part of the profile that the owner may write. Absent optional fields are empty. */
export const profileFields = {
  firstName: f.personName,
  lastName: f.personName,
  phone: f.phone,
  birthDate: f.birthDate,
  address: f.textOrNone(f.plainText(f.limits.address)),
  postalCode: f.textOrNone(f.plainText(f.limits.postalCode)),
  city: f.textOrNone(f.plainText(f.limits.city)),
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
  response: z.object({
    /** The address where the user of another version of the application signs in; no token then. */
    loginUrl: z.string().optional(),
    /** The password was right, and a second factor is asked; no token then. */
    secondFactor: secondFactorChallenge.optional(),
    /** A fault that did not prevent the sign-in: the identity of the federation could not be linked. */
    warnings: z.array(z.literal('FranceConnectError')).optional(),
  }),
  setsToken: true,
  errors: ['Unauthorized', 'AccountLocked', 'PasswordResetRequired'],
});

export const giveSecondFactor = endpoint({
  id: 'giveSecondFactor',
  method: 'POST',
  path: `${v1}/login/second-factor`,
  token: 'none',
  summary: 'Finish a sign-in that asked for a second factor',
  body: secondFactorProof,
  response: z.object({ warnings: z.array(z.literal('FranceConnectError')).optional() }),
  setsToken: true,
  errors: ['Unauthorized', 'WrongSecondFactor', 'SecondFactorRateLimitExceeded'],
});

export const beginPasskeyLogin = endpoint({
  id: 'beginPasskeyLogin',
  method: 'POST',
  path: `${v1}/login/passkey/begin`,
  token: 'none',
  summary: 'Begin a sign-in by a passkey alone, within 5 minutes: the same question whoever asks',
  response: z.object({ options: webAuthn }),
  errors: [],
});

export const finishPasskeyLogin = endpoint({
  id: 'finishPasskeyLogin',
  method: 'POST',
  path: `${v1}/login/passkey/finish`,
  token: 'none',
  summary: 'Sign in with the answer of a passkey, which has verified its user: no other factor is asked',
  body: z.strictObject({ response: webAuthn }),
  response: z.object({
    /** The address where the user of another version of the application signs in; no token then. */
    loginUrl: z.string().optional(),
  }),
  setsToken: true,
  errors: ['Unauthorized'],
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

export const unlockAccount = endpoint({
  id: 'unlockAccount',
  method: 'POST',
  path: `${v1}/account/unlock`,
  token: 'none',
  summary: 'Open the way by password again for this browser, with the token of the mail that said it is closed; once',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  status: 204,
  errors: ['EntityNotFound'],
});

const session = z.object({
  id: z.string(),
  /** True for the session of the token that asks. */
  current: z.boolean(),
  openedAt: f.instant,
  lastSeenAt: f.instant,
  /** As far as the browser gave them, for instance `Firefox` and `Windows`. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string().nullable(),
});
export type Session = z.output<typeof session>;

export const listSessions = endpoint({
  id: 'listSessions',
  method: 'GET',
  path: `${v1}/auth/sessions`,
  token: 'auth',
  summary: 'The devices that are signed in, the last seen first',
  query: z.strictObject(f.pageQuery),
  response: f.page(session),
  errors: [],
});

export const endSession = endpoint({
  id: 'endSession',
  method: 'DELETE',
  path: `${v1}/auth/sessions/:id`,
  token: 'auth',
  summary: 'Sign one device out',
  params: f.idParams,
  status: 204,
  notFound: 'EntityNotFound',
  errors: ['EntityNotFound'],
});

export const endAllSessions = endpoint({
  id: 'endAllSessions',
  method: 'DELETE',
  path: `${v1}/auth/sessions`,
  token: 'auth',
  summary: 'Sign out everywhere, this device included',
  status: 204,
  errors: [],
});

export const getChatbotToken = endpoint({
  id: 'getChatbotToken',
  method: 'GET',
  path: `${v1}/auth/ago/get-jwt`,
  token: 'auth',
  summary: 'The token of the support chatbot: ES256, its key at `auth/ago/jwks.json`',
  response: z.object({ token: z.string() }),
  errors: [],
});

export const getChatbotKeys = endpoint({
  id: 'getChatbotKeys',
  method: 'GET',
  path: `${v1}/auth/ago/jwks.json`,
  token: 'none',
  summary: 'The public keys of the chatbot’s tokens (RFC 7517)',
  response: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }),
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
  /** False where the employer disabled refusal. */
  refusalAllowed: z.boolean(),
});
export type Agreement = z.output<typeof agreement>;

export const getAgreementStatus = endpoint({
  id: 'getAgreementStatus',
  method: 'GET',
  path: `${v1}/user/payslip-agreement-status`,
  token: 'auth',
  summary: 'Whether the owner may choose how payslips are delivered, and what stands for each employer',
  response: z.object({ canSelectAgreement: z.boolean(), agreements: z.array(agreement) }),
  errors: [],
});

export const requestAgreementCode = endpoint({
  id: 'requestAgreementCode',
  method: 'POST',
  path: `${v1}/user/payslip-agreement/request-code`,
  token: 'auth',
  summary: 'Ask for the SMS code that switches electronic payslips of an employer off or on again',
  body: z.strictObject({ employerId: z.string(), accepted: z.boolean() }),
  status: 204,
  errors: ['EntityNotFound', 'RefusalDisabled', 'PhoneNumberFormatError', 'CodeRequestRateLimitExceeded'],
});

export const verifyAgreementCode = endpoint({
  id: 'verifyAgreementCode',
  method: 'POST',
  path: `${v1}/user/payslip-agreement/verify-code`,
  token: 'auth',
  summary: 'Switch with the code of the SMS; it takes effect at once',
  body: z.strictObject({ code: f.verificationCode }),
  response: agreement,
  errors: [
    'NoVerificationCode',
    'WrongVerificationCode',
    'ExpiredVerificationCode',
    'VerificationCodeRateLimitExceeded',
    'RefusalDisabled',
  ],
});

export const getAgreementReceipt = endpoint({
  id: 'getAgreementReceipt',
  method: 'GET',
  path: `${v1}/user/payslip-agreement/:id/receipt`,
  token: 'auth',
  summary: 'The dated receipt of the last choice for the employer of that identifier',
  params: f.idParams,
  bytes: 'application/pdf',
  notFound: 'EntityNotFound',
  errors: ['EntityNotFound'],
});

export const closeSafe = endpoint({
  id: 'closeSafe',
  method: 'DELETE',
  path: `${v1}/user`,
  token: 'auth',
  summary: 'Close the safe in 30 days; signing in until then cancels it',
  body: z.strictObject({ password: f.givenPassword, acknowledged: z.literal(true) }),
  status: 204,
  errors: ['InvalidUserPassword', 'VerificationCodeRateLimitExceeded'],
});
