import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1/user';

const codeErrors = [
  'NoVerificationCode',
  'WrongVerificationCode',
  'ExpiredVerificationCode',
  'VerificationCodeRateLimitExceeded',
] as const;

export const requestEmailChangeCode = endpoint({
  id: 'requestEmailChangeCode',
  method: 'POST',
  path: `${v1}/email-change/request-code`,
  token: 'auth',
  summary: 'Mail a code to the address that is to become the login',
  body: z.strictObject({ email: f.email, password: f.givenPassword }),
  status: 204,
  errors: [
    'InvalidUserPassword',
    'EmailIsForbidden',
    'CodeRequestRateLimitExceeded',
    'RequestEmailChangeRateLimitExceeded',
  ],
});

export const verifyEmailChangeCode = endpoint({
  id: 'verifyEmailChangeCode',
  method: 'POST',
  path: `${v1}/email-change/verify-code`,
  token: 'auth',
  summary: 'Change the login with the mailed code; the old address is notified, the other sessions end',
  body: z.strictObject({ code: f.verificationCode }),
  status: 204,
  errors: [...codeErrors, 'EmailAlreadyExists', 'ChangeEmailRateLimitExceeded'],
});

export const undoEmailChange = endpoint({
  id: 'undoEmailChange',
  method: 'POST',
  path: `${v1}/email-change/undo`,
  token: 'none',
  summary: 'Undo a change of address with the token of the mail to the old address, for 72 hours',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  status: 204,
  errors: ['EntityNotFound', 'EmailAlreadyExists'],
});

export const requestEmailChange = endpoint({
  id: 'requestEmailChange',
  method: 'POST',
  path: `${v1}/request-email-change`,
  token: 'invalid',
  summary: 'Mail a code to the personal address that is to replace a professional or unverified one',
  body: z.strictObject({ email: f.email }),
  status: 204,
  errors: ['EmailIsForbidden', 'CodeRequestRateLimitExceeded'],
});

export const changeEmail = endpoint({
  id: 'changeEmail',
  method: 'POST',
  path: `${v1}/change-email`,
  token: 'invalid',
  summary: 'Replace the address with the mailed code',
  body: z.strictObject({ code: f.verificationCode }),
  status: 204,
  errors: [...codeErrors, 'EmailAlreadyExists', 'ChangeEmailRateLimitExceeded'],
});

export const validateUser = endpoint({
  id: 'validateUser',
  method: 'POST',
  path: `${v1}/validate`,
  token: 'invalid',
  summary: 'Sign in once the address has been replaced',
  status: 204,
  setsToken: true,
  errors: ['EmailNotVerified', 'EmailIsForbidden'],
});
