import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Guest } from '../../../platform/http/actors.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { emailTag } from '../account/account-record.ts';
import { findByEmail } from '../account/accounts.store.ts';
import { answererOf, askerOf } from '../attempts/askers.ts';
import { isOver } from '../closing/closing.rules.ts';
import { checkCode, requestCode, verifyCode, type CodeKey } from '../attempts/codes.ts';
import { normaliseEmail } from '../account/identity.rules.ts';
import { knownBrowserOf } from './password-tries/known-browsers.ts';
import { lockOwner } from '../account/owner.ts';
import { assertPasswordPolicy, type PasswordOwner } from './password-policy.ts';
import { replacePassword } from './passwords.ts';
import { credentialsFingerprint, fingerprintOf, followResetLink } from './reset-links.ts';
import { queueResetCode, type ResetMode } from './send-reset-code.ts';
import { spendToken } from '../account/spent-tokens.ts';

/** The account of the address, and the password and address that a code may replace; nulls where nobody has it. */
const subject = z.object({ safeId: z.string().nullable(), fingerprint: z.string().nullable() });
type Subject = z.output<typeof subject>;

type Asked = { email: string; mode: ResetMode };

/**
 * A known and an unknown address cost the same work. One request too many sends nothing, without an error. Each asker
 * has a code of its own.
 */
export async function requestResetCode(platform: Platform, guest: Guest, { email, mode }: Asked): Promise<void> {
  const { key, isKnown, replaceable } = await readReset(platform, guest, email);
  const { safeId } = replaceable;
  const asked = { ...key, asker: askerOf(guest, { isKnown }), subject: replaceable };
  try {
    await platform.db.transaction().execute(async (tx) => {
      const { code, name: ofCode, expiresAt: validUntil } = await requestCode(tx, platform, asked);
      await queueResetCode(tx, platform, { safeId, mode, code, ofCode, validUntil });
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'CodeRequestRateLimitExceeded')) throw error;
  }
}

type Given = { email: string; code: string } | { token: string };

/**
 * The right to choose a new password, for the code or the link of the mail: a token that dies with the password or
 * the address that it is to replace. Nobody's code, guessed, gives a token of nobody.
 * @throws {DomainError} as `verifyCode`
 */
export async function verifyResetCode(platform: Platform, guest: Guest, given: Given): Promise<string> {
  const { safeId, fingerprint } =
    'token' in given
      ? await platform.db.transaction().execute((tx) => followResetLink(tx, platform, given.token))
      : await proveCode(platform, guest, given);
  const about = { sub: safeId ?? newId(platform.clock), sid: fingerprint ?? newId(platform.clock) };
  return platform.tokens.issue('passwordReset', about, guest);
}

async function proveCode(platform: Platform, guest: Guest, { email, code }: { email: string; code: string }) {
  const key = await readAnswer(platform, guest, email);
  return verifyCode(platform, { ...key, code, subject }, async (tx, proved) => {
    await refuseReplaced(tx, platform, proved);
    return proved;
  });
}

/** A code that is older than the password or the address is worth nothing. */
async function refuseReplaced(tx: Tx, platform: Platform, { safeId, fingerprint }: Subject): Promise<void> {
  const current = await credentialsFingerprint(tx, platform, safeId ?? newId(platform.clock));
  if (current !== fingerprint) throw new DomainError('NoVerificationCode');
}

type WithToken = { resetToken: string; password: string };

/** @throws {DomainError} AuthTokenNotValid, PasswordPolicyError */
export async function resetPassword(platform: Platform, guest: Guest, asked: WithToken): Promise<void> {
  const claims = await platform.tokens.read('passwordReset', asked.resetToken, guest);
  if (!claims || (await credentialsFingerprint(platform.db, platform, claims.sub)) !== claims.sid)
    throw new DomainError('AuthTokenNotValid');
  const { sub: safeId, sid, jti } = claims;
  const passwordHash = await hashAllowed(platform, guest, asked.password);
  await platform.db.transaction().execute(async (tx) => {
    assertPasswordPolicy(asked.password, await lockOwner(tx, platform, safeId));
    const isLiving =
      (await credentialsFingerprint(tx, platform, safeId)) === sid && (await spendToken(tx, platform, jti));
    if (!isLiving) throw new DomainError('AuthTokenNotValid');
    await replacePassword(tx, platform, { safeId, passwordHash, action: 'password.reset', address: guest.address });
  });
}

type AtOnce = { email: string; code: string; password: string };

/**
 * Code and new password in one call: what the policy refuses leaves the code as it was. A password is hashed for a
 * right code alone.
 */
export async function resetPasswordAtOnce(platform: Platform, guest: Guest, asked: AtOnce): Promise<void> {
  const { email, code, password } = asked;
  const key = await readAnswer(platform, guest, email);
  await checkCode(platform, { ...key, code });
  const passwordHash = await hashAllowed(platform, guest, password);
  await verifyCode(platform, { ...key, code, subject }, async (tx, proved) => {
    await refuseReplaced(tx, platform, proved);
    const { safeId } = proved;
    assertPasswordPolicy(password, safeId ? await lockOwner(tx, platform, safeId) : nobody(email));
    if (!safeId) return;
    await replacePassword(tx, platform, { safeId, passwordHash, action: 'password.reset', address: guest.address });
  });
}

const nobody = (email: string): PasswordOwner => ({ firstName: '', lastName: '', email });

/** Before the transaction, which would hold its connection meanwhile; what the policy refuses is refused at once. */
function hashAllowed({ passwords }: Platform, { address }: Guest, password: string): Promise<string> {
  assertPasswordPolicy(password, nobody(''));
  return passwords.hash(password, address);
}

/** The account of an address, and whether the caller's browser has signed in to it before. In one statement. */
async function readReset(platform: Platform, guest: Guest, email: string) {
  const { db, secrets, clock } = platform;
  const tag = emailTag(secrets, email);
  const found = await findByEmail(db, tag);
  const account = found && !isOver(found, clock.now()) ? found : null;
  const isKnown = account !== null && knownBrowserOf(platform, guest, account.safeId) !== null;
  const key = { purpose: 'password-reset', owner: normaliseEmail(email) };
  const replaceable: Subject = account
    ? { safeId: account.safeId, fingerprint: fingerprintOf(platform, { ...account, emailTag: tag }) }
    : { safeId: null, fingerprint: null };
  return { key, isKnown, replaceable };
}

/** The code that a caller gives back for an address. */
async function readAnswer(platform: Platform, guest: Guest, email: string): Promise<CodeKey> {
  const { key, isKnown } = await readReset(platform, guest, email);
  return { ...key, asker: answererOf(guest, { isKnown }) };
}
