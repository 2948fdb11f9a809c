import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1';

const codeErrors = [
  'NoVerificationCode',
  'WrongVerificationCode',
  'ExpiredVerificationCode',
  'VerificationCodeRateLimitExceeded',
] as const;

export const requestResetCode = endpoint({
  id: 'requestResetCode',
  method: 'POST',
  path: `${v1}/password/reset/request-code`,
  token: 'none',
  summary: 'Send a code to who forgot the password, by e-mail or to the phone of the profile; always 204',
  body: z.strictObject({ email: f.email, mode: z.enum(['EMAIL', 'SMS']) }),
  status: 204,
  errors: [],
});

export const verifyResetCode = endpoint({
  id: 'verifyResetCode',
  method: 'POST',
  path: `${v1}/password/reset/verify-code`,
  token: 'none',
  summary: 'Exchange the code, or the token of the link in the mail, for the right to choose a new password',
  body: z.union([
    z.strictObject({ email: f.email, code: f.verificationCode }),
    z.strictObject({ token: z.string().min(1).max(200) }),
  ]),
  response: z.object({ resetToken: z.string() }),
  errors: codeErrors,
});

export const resetPassword = endpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/backend/api/v2/password/reset',
  token: 'none',
  summary: 'Choose a new password; every session ends, a locked account opens again',
  body: z
    .strictObject({ resetToken: z.string().min(1), ...f.chosenPassword })
    .refine(f.isConfirmed, f.sameConfirmation),
  status: 204,
  errors: ['AuthTokenNotValid', 'PasswordPolicyError'],
});

export const resetPasswordAtOnce = endpoint({
  id: 'resetPasswordAtOnce',
  method: 'POST',
  path: `${v1}/password/reset`,
  token: 'none',
  summary: 'Version 1 of the reset: code and new password in one call',
  body: z
    .strictObject({ email: f.email, code: f.verificationCode, ...f.chosenPassword })
    .refine(f.isConfirmed, f.sameConfirmation),
  status: 204,
  errors: [...codeErrors, 'PasswordPolicyError'],
});

export const changePassword = endpoint({
  id: 'changePassword',
  method: 'PUT',
  path: `${v1}/user/password`,
  token: 'auth',
  summary: 'Change the password; the other sessions end',
  body: z
    .strictObject({ currentPassword: f.givenPassword, ...f.chosenPassword })
    .refine(f.isConfirmed, f.sameConfirmation),
  status: 204,
  errors: ['InvalidUserPassword', 'PasswordPolicyError', 'Forbidden', 'VerificationCodeRateLimitExceeded'],
});
