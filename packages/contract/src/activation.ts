import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';
import { profileFields } from './identity.ts';
import { secondFactorChallenge, secondFactorProof } from './second-factor.ts';

const v1 = '/backend/api/v1/activation';

/** Read without regard to case, spaces and dashes. */
export const activationCode = z.string().trim().min(1).max(40);

const knownProfile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
});

const activationInfo = z.object({
  activationToken: z.string(),
  profile: knownProfile,
  employer: z.object({ name: z.string(), refusalAllowed: z.boolean() }),
});
export type ActivationInfo = z.output<typeof activationInfo>;

export const sendActivationInfo = endpoint({
  id: 'sendActivationInfo',
  method: 'POST',
  path: `${v1}/info`,
  token: 'none',
  summary: 'Begin an activation with the code that the employer gave',
  body: z.strictObject({ activationCode, lastName: f.personName, birthDate: f.birthDate }),
  response: activationInfo,
  errors: ['EntityNotFound', 'VerificationCodeRateLimitExceeded'],
});

export const sendFederatedActivationInfo = endpoint({
  id: 'sendFederatedActivationInfo',
  method: 'POST',
  path: `${v1}/info/france-connect`,
  token: 'notActivated',
  summary: 'Begin an activation as the person whom the federation has named',
  response: activationInfo,
  errors: ['EntityNotFound'],
});

export const resendActivationCode = endpoint({
  id: 'resendActivationCode',
  method: 'POST',
  path: `${v1}/resend-code`,
  token: 'none',
  summary: 'Send a new activation code to the contact that the employer gave; always 204',
  body: z
    .strictObject({
      lastName: f.personName,
      birthDate: f.birthDate,
      email: f.email.optional(),
      phone: f.phone.optional(),
    })
    .refine((body) => body.email !== undefined || body.phone !== undefined, {
      path: ['email'],
      params: { rule: 'required' },
    }),
  status: 204,
  errors: [],
});

export const sendActivationEmailCode = endpoint({
  id: 'sendActivationEmailCode',
  method: 'POST',
  path: `${v1}/email/send-code`,
  token: 'activation',
  summary: 'Mail a code to the personal address that is to become the login',
  body: z.strictObject({ email: f.email }),
  status: 204,
  errors: ['EmailIsForbidden', 'CodeRequestRateLimitExceeded'],
});

export const verifyActivationEmailCode = endpoint({
  id: 'verifyActivationEmailCode',
  method: 'POST',
  path: `${v1}/email/verify-code`,
  token: 'activation',
  summary: 'Prove the personal address with the mailed code',
  body: z.strictObject({ code: f.verificationCode }),
  status: 204,
  errors: [
    'NoVerificationCode',
    'WrongVerificationCode',
    'ExpiredVerificationCode',
    'VerificationCodeRateLimitExceeded',
    'EmailAlreadyExists',
  ],
});

export const activate = endpoint({
  id: 'activate',
  method: 'POST',
  path: v1,
  token: 'activation',
  summary: 'Open the safe: profile, password and terms',
  body: z
    .strictObject({
      profile: z.strictObject(profileFields),
      ...f.chosenPassword,
      termsAccepted: z.literal(true),
    })
    .refine(f.isConfirmed, f.sameConfirmation),
  status: 204,
  setsToken: true,
  errors: ['EmailNotVerified', 'EmailAlreadyExists', 'PasswordPolicyError', 'PhoneNumberFormatError'],
});

export const getActivationProgress = endpoint({
  id: 'getActivationProgress',
  method: 'GET',
  path: `${v1}/progress`,
  token: 'auth',
  summary: 'How many of the documents that waited have reached the safe',
  response: z.object({
    recovering: z.boolean(),
    recovered: z.int().nonnegative(),
    total: z.int().nonnegative(),
  }),
  errors: [],
});

/** The facts that the owner of a safe reads before new documents join it. */
export const mergeInfo = z.object({
  firstName: z.string(),
  lastName: z.string(),
  activatedAt: f.instant,
  nbDocs: z.int().nonnegative(),
});
export type MergeInfo = z.output<typeof mergeInfo>;

export const loginToMergeInActivation = endpoint({
  id: 'loginToMergeInActivation',
  method: 'POST',
  path: `${v1}/login-to-merge`,
  token: 'activation',
  summary: 'Prove the safe that one has already: by its password (then its second factor) or by the federation',
  body: z.union([
    z.strictObject({ email: f.email, password: f.givenPassword }),
    z.strictObject({ secondFactor: secondFactorProof }),
    // The safe linked to the identity that this browser has just come back with.
    z.strictObject({ franceConnect: z.literal(true) }),
  ]),
  response: z.union([
    z.object({ mergeToken: z.string(), mergeInfo }),
    z.object({ secondFactor: secondFactorChallenge }),
  ]),
  errors: [
    'Unauthorized',
    'AccountLocked',
    'MergeVerificationRateLimitExceeded',
    'UserIsNotActivated',
    'FranceConnectError',
    'WrongSecondFactor',
    'SecondFactorRateLimitExceeded',
  ],
});

export const mergeInActivation = endpoint({
  id: 'mergeInActivation',
  method: 'POST',
  path: `${v1}/merge`,
  token: 'activation',
  summary: 'Receive this employer’s documents in the safe that one has already',
  // Absent, it is a bad token like any other.
  headers: z.object({ 'x-user-to-merge-token': z.string().optional() }),
  body: z.strictObject({ termsAccepted: z.literal(true) }),
  status: 204,
  setsToken: true,
  errors: ['MergeInProgress'],
});

export const requestRefusalCode = endpoint({
  id: 'requestRefusalCode',
  method: 'POST',
  path: `${v1}/refusal/request-code`,
  token: 'none',
  summary: 'Ask for the SMS code that confirms a refusal of electronic payslips',
  body: z.strictObject({ activationCode, lastName: f.personName, birthDate: f.birthDate, phone: f.phone }),
  response: z.object({ activationToken: z.string() }),
  errors: ['EntityNotFound', 'RefusalDisabled', 'PhoneNumberFormatError', 'VerificationCodeRateLimitExceeded'],
});

export const verifyRefusalCode = endpoint({
  id: 'verifyRefusalCode',
  method: 'POST',
  path: `${v1}/refusal/verify-code`,
  token: 'activation',
  summary: 'Refuse electronic payslips with the code of the SMS',
  body: z.strictObject({ code: f.verificationCode }),
  status: 204,
  errors: [
    'NoVerificationCode',
    'WrongVerificationCode',
    'ExpiredVerificationCode',
    'VerificationCodeRateLimitExceeded',
    'RefusalDisabled',
  ],
});

export const getRefusalReceipt = endpoint({
  id: 'getRefusalReceipt',
  method: 'GET',
  path: `${v1}/refusal/receipt`,
  token: 'activation',
  summary: 'The dated receipt of a refusal',
  bytes: 'application/pdf',
  errors: ['EntityNotFound'],
});
