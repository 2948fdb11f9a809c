import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';
import { profileFields } from './identity.ts';

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

export const sendActivationInfo = endpoint({
  id: 'sendActivationInfo',
  method: 'POST',
  path: `${v1}/info`,
  token: 'none',
  summary: 'Begin an activation with the code that the employer gave',
  body: z.strictObject({ activationCode, lastName: f.personName, birthDate: f.birthDate }),
  response: z.object({
    activationToken: z.string(),
    profile: knownProfile,
    employer: z.object({ name: z.string(), refusalAllowed: z.boolean() }),
  }),
  errors: ['EntityNotFound', 'VerificationCodeRateLimitExceeded'],
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
      password: f.newPassword,
      confirmation: z.string(),
      termsAccepted: z.literal(true),
    })
    .refine((body) => body.password === body.confirmation, {
      path: ['confirmation'],
      params: { rule: 'same' },
      when: ({ value }) => typeof (value as { password?: unknown } | null)?.password === 'string',
    }),
  status: 204,
  setsToken: true,
  errors: ['EmailNotVerified', 'EmailAlreadyExists', 'PasswordPolicyError', 'PhoneNumberFormatError', 'EntityNotFound'],
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
