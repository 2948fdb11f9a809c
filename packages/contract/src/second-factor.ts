import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as f from './fields.ts';

const v1 = '/backend/api/v1/user/second-factor';

export const secondFactorMethod = z.enum(['PASSKEY', 'TOTP', 'RECOVERY_CODE']);

/** As WebAuthn defines it in JSON (`PublicKeyCredentialRequestOptionsJSON` and its kin). */
export const webAuthn = z.record(z.string(), z.unknown());

/** A sign-in under way: what the browser needs to go on with the second factor, within 10 minutes. */
export const secondFactorChallenge = z.object({
  signInId: z.string(),
  methods: z.array(secondFactorMethod),
  /** Set if a passkey may answer. */
  passkeyOptions: webAuthn.optional(),
});
export type SecondFactorChallenge = z.output<typeof secondFactorChallenge>;

const signInId = z.string().min(1).max(100);

/** 6 digits of the authenticator application, spaces aside. */
const totpCode = f.verificationCode;
const recoveryCode = z.string().trim().min(1).max(40);

export const secondFactorProof = z.union([
  z.strictObject({ signInId, method: z.literal('TOTP'), code: totpCode }),
  z.strictObject({ signInId, method: z.literal('RECOVERY_CODE'), code: recoveryCode }),
  z.strictObject({ signInId, method: z.literal('PASSKEY'), response: webAuthn }),
]);
export type SecondFactorProof = z.output<typeof secondFactorProof>;

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  addedAt: f.instant,
  lastUsedAt: f.instant.nullable(),
});
export type Passkey = z.output<typeof passkey>;

/** Shown once, when the first factor is added or the codes are renewed. */
const recoveryCodes = z.array(z.string());

const withPassword = z.strictObject({ password: f.givenPassword });

/** The first factor of an owner needs the mailed code too. */
const newFactorProof = z.strictObject({ password: f.givenPassword, code: f.verificationCode.optional() });
const newFactorErrors = [
  'InvalidUserPassword',
  'NoVerificationCode',
  'WrongVerificationCode',
  'ExpiredVerificationCode',
  'VerificationCodeRateLimitExceeded',
] as const;

export const getSecondFactor = endpoint({
  id: 'getSecondFactor',
  method: 'GET',
  path: v1,
  token: 'auth',
  summary: 'What is asked besides the password',
  response: z.object({
    totp: z.object({ addedAt: f.instant }).nullable(),
    passkeys: z.array(passkey),
    recoveryCodes: z.object({ left: z.int().nonnegative(), madeAt: f.instant }).nullable(),
  }),
  errors: [],
});

export const requestSecondFactorCode = endpoint({
  id: 'requestSecondFactorCode',
  method: 'POST',
  path: `${v1}/request-code`,
  token: 'auth',
  summary: 'Mail the code that a first second factor needs besides the password',
  body: withPassword,
  status: 204,
  errors: ['InvalidUserPassword', 'VerificationCodeRateLimitExceeded', 'CodeRequestRateLimitExceeded'],
});

export const undoSecondFactor = endpoint({
  id: 'undoSecondFactor',
  method: 'POST',
  path: `${v1}/undo`,
  token: 'none',
  summary: 'Undo a change of the second factor, password or phone by the token of its mail, for 72 hours',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  status: 204,
  errors: ['EntityNotFound'],
});

export const keepSecondFactor = endpoint({
  id: 'keepSecondFactor',
  method: 'POST',
  path: `${v1}/keep`,
  token: 'none',
  summary: 'Cancel a removal of the second factor by the operators, with the token of the mail that announced it',
  body: z.strictObject({ token: z.string().min(1).max(200) }),
  status: 204,
  errors: ['EntityNotFound'],
});

export const beginTotp = endpoint({
  id: 'beginTotp',
  method: 'POST',
  path: `${v1}/totp/begin`,
  token: 'auth',
  summary: 'A secret for an authenticator application (RFC 6238), to be confirmed within 10 minutes',
  body: newFactorProof,
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: newFactorErrors,
});

export const confirmTotp = endpoint({
  id: 'confirmTotp',
  method: 'POST',
  path: `${v1}/totp/confirm`,
  token: 'auth',
  summary: 'Confirm the application with one of its codes; the first factor comes with recovery codes',
  body: z.strictObject({ code: totpCode }),
  response: z.object({ recoveryCodes: recoveryCodes.optional() }),
  errors: ['WrongSecondFactor', 'EntityNotFound', 'SecondFactorRateLimitExceeded'],
});

export const removeTotp = endpoint({
  id: 'removeTotp',
  method: 'DELETE',
  path: `${v1}/totp`,
  token: 'auth',
  summary: 'Stop asking for the codes of the application',
  body: withPassword,
  status: 204,
  errors: ['InvalidUserPassword', 'VerificationCodeRateLimitExceeded', 'EntityNotFound'],
});

export const beginPasskey = endpoint({
  id: 'beginPasskey',
  method: 'POST',
  path: `${v1}/passkeys/begin`,
  token: 'auth',
  summary: 'Options of a new passkey (WebAuthn), to be confirmed within 10 minutes',
  body: newFactorProof,
  response: z.object({ options: webAuthn }),
  errors: newFactorErrors,
});

export const confirmPasskey = endpoint({
  id: 'confirmPasskey',
  method: 'POST',
  path: `${v1}/passkeys/confirm`,
  token: 'auth',
  summary: 'Keep the passkey that the browser made; the first factor comes with recovery codes',
  body: z.strictObject({ name: f.plainText(f.limits.passkeyName), response: webAuthn }),
  response: z.object({ passkey, recoveryCodes: recoveryCodes.optional() }),
  status: 201,
  errors: ['WrongSecondFactor', 'EntityNotFound'],
});

export const renamePasskey = endpoint({
  id: 'renamePasskey',
  method: 'PATCH',
  path: `${v1}/passkeys/:id`,
  token: 'auth',
  summary: 'Name a passkey',
  params: f.idParams,
  body: z.strictObject({ name: f.plainText(f.limits.passkeyName) }),
  response: passkey,
  notFound: 'EntityNotFound',
  errors: ['EntityNotFound'],
});

export const removePasskey = endpoint({
  id: 'removePasskey',
  method: 'DELETE',
  path: `${v1}/passkeys/:id`,
  token: 'auth',
  summary: 'Forget a passkey',
  params: f.idParams,
  body: withPassword,
  status: 204,
  notFound: 'EntityNotFound',
  errors: ['InvalidUserPassword', 'VerificationCodeRateLimitExceeded', 'EntityNotFound'],
});

export const renewRecoveryCodes = endpoint({
  id: 'renewRecoveryCodes',
  method: 'POST',
  path: `${v1}/recovery-codes`,
  token: 'auth',
  summary: 'New recovery codes; those before end',
  body: withPassword,
  response: z.object({ recoveryCodes }),
  errors: ['InvalidUserPassword', 'VerificationCodeRateLimitExceeded', 'EntityNotFound'],
});

export const testRecoveryCode = endpoint({
  id: 'testRecoveryCode',
  method: 'POST',
  path: `${v1}/recovery-codes/test`,
  token: 'auth',
  summary: 'Whether a recovery code would serve; it is not used up',
  body: z.strictObject({ code: recoveryCode }),
  status: 204,
  errors: ['WrongSecondFactor', 'EntityNotFound', 'SecondFactorRateLimitExceeded'],
});
