import { z } from 'zod';
import { DomainError } from '../../platform/domain-error.ts';
import type { Guest } from '../../platform/http/actors.ts';
import { newId } from '../../platform/identifiers.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import { emailTag } from './account-record.ts';
import { findByEmail, findCredentials } from './accounts.store.ts';
import { isOver } from './closing.rules.ts';
import { requestCode, verifyCode } from './codes.ts';
import { lockOwner } from './owner.ts';
import { resetCodeOf } from './owner-codes.ts';
import { assertPasswordPolicy, type PasswordOwner } from './password-policy.ts';
import { replacePassword } from './passwords.ts';
import { queueResetCode, type ResetMode } from './send-reset-code.ts';
import { spendToken } from './spent-tokens.ts';

/** The proof of a code: the account of the address, or that nobody has it. */
const subject = z.object({ safeId: z.string().nullable() });

type Asked = { email: string; mode: ResetMode };

/** A known and an unknown address cost the same work. One request too many sends nothing, without an error. */
export async function requestResetCode(platform: Platform, { email, mode }: Asked): Promise<void> {
  const safeId = await findSafe(platform.db, platform, email);
  try {
    await platform.db.transaction().execute(async (tx) => {
      const made = await requestCode(tx, platform, { ...resetCodeOf(email), subject: { safeId } });
      await queueResetCode(tx, platform, { safeId, mode, code: made.code, validUntil: made.expiresAt });
    });
  } catch (error) {
    if (!(error instanceof DomainError && error.code === 'CodeRequestRateLimitExceeded')) throw error;
  }
}

type Given = { email: string; code: string };

/**
 * The right to choose a new password: a token that dies with the password or the address that it is
 * to replace. Nobody's code, guessed, gives a token of nobody.
 */
export async function verifyResetCode(platform: Platform, guest: Guest, { email, code }: Given): Promise<string> {
  const about = await verifyCode(platform, { ...resetCodeOf(email), code, subject }, async (tx, proved) => {
    const safeId = proved.safeId ?? newId(platform.clock);
    return { sub: safeId, sid: (await fingerprint(tx, platform, safeId)) ?? newId(platform.clock) };
  });
  return platform.tokens.issue('passwordReset', about, guest);
}

type WithToken = { resetToken: string; password: string };

/** @throws {DomainError} AuthTokenNotValid, PasswordPolicyError */
export async function resetPassword(platform: Platform, guest: Guest, asked: WithToken): Promise<void> {
  const claims = await platform.tokens.read('passwordReset', asked.resetToken, guest);
  if (!claims || (await fingerprint(platform.db, platform, claims.sub)) !== claims.sid)
    throw new DomainError('AuthTokenNotValid');
  const { sub: safeId, sid, jti } = claims;
  const passwordHash = await hashAllowed(platform, asked.password);
  await platform.db.transaction().execute(async (tx) => {
    assertPasswordPolicy(asked.password, await lockOwner(tx, platform, safeId));
    const isLiving = (await fingerprint(tx, platform, safeId)) === sid && (await spendToken(tx, platform, jti));
    if (!isLiving) throw new DomainError('AuthTokenNotValid');
    await replacePassword(tx, platform, { safeId, passwordHash, action: 'password.reset', address: guest.address });
  });
}

type AtOnce = { email: string; code: string; password: string };

/** Code and new password in one call: what the policy refuses leaves the code as it was. */
export async function resetPasswordAtOnce(platform: Platform, guest: Guest, asked: AtOnce): Promise<void> {
  const { email, code, password } = asked;
  const passwordHash = await hashAllowed(platform, password);
  await verifyCode(platform, { ...resetCodeOf(email), code, subject }, async (tx, { safeId }) => {
    assertPasswordPolicy(password, safeId ? await lockOwner(tx, platform, safeId) : nobody(email));
    if (!safeId) return;
    await replacePassword(tx, platform, { safeId, passwordHash, action: 'password.reset', address: guest.address });
  });
}

const nobody = (email: string): PasswordOwner => ({ firstName: '', lastName: '', email });

/** Before the transaction, which would hold its connection meanwhile; what the policy refuses is refused at once. */
function hashAllowed({ passwords }: Platform, password: string): Promise<string> {
  assertPasswordPolicy(password, nobody(''));
  return passwords.hash(password);
}

async function findSafe(db: Db, { secrets, clock }: Platform, email: string): Promise<string | null> {
  const account = await findByEmail(db, emailTag(secrets, email));
  return account && !isOver(account, clock.now()) ? account.safeId : null;
}

/** Hashes the password and the address of an account: a token shows by it that it is older than either. */
async function fingerprint(db: Db | Tx, { secrets }: Platform, safeId: string): Promise<string | null> {
  const account = await findCredentials(db, safeId);
  if (!account) return null;
  return secrets.tag('credentials', safeId, account.passwordHash, account.emailTag.toString('hex')).toString('hex');
}
