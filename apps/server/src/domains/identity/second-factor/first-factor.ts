import { z } from 'zod';
import { InvalidRequest } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { checkCode, requestCode, verifyCode } from '../attempts/codes.ts';
import { assertOwnPassword } from '../account/own-password.ts';
import { lockOwner, mailTo } from '../account/owner.ts';
import { secondFactorCodeOf } from '../account/owner-codes.ts';
import { listFactors } from './factors.store.ts';
import { secondFactorMails } from './second-factor.messages.ts';

/**
 * Mails the code without which no first factor is added: who has the password and a session alone cannot shut its
 * owner out.
 * @throws {DomainError} InvalidUserPassword, VerificationCodeRateLimitExceeded, CodeRequestRateLimitExceeded
 */
export async function requestSecondFactorCode(platform: Platform, owner: Owner, password: string): Promise<void> {
  const { safeId } = owner;
  await assertOwnPassword(platform, owner, { password, field: 'password', action: 'second-factor.added' });
  await platform.db.transaction().execute(async (tx) => {
    const made = await requestCode(tx, platform, { ...secondFactorCodeOf(safeId), subject: null });
    const to = await lockOwner(tx, platform, safeId);
    const mail = (locale: 'fr' | 'en') => secondFactorMails[locale].code(made.code);
    await mailTo(tx, platform, { to, mail, validUntil: made.expiresAt, ofCode: made.name });
  });
}

export type NewFactorProof = { password: string; code?: string | undefined };

/**
 * Asks an owner who adds a factor for the password, and for the mailed code where it is the first. No password is hashed
 * for a wrong code; a wrong password leaves the code as it was.
 * @throws {DomainError} InvalidUserPassword, InvalidRequest where the code is missing, and as `verifyCode`
 */
export async function assertMayAddFactor(
  platform: Platform,
  owner: Owner,
  { password, code }: NewFactorProof,
): Promise<void> {
  const own = { password, field: 'password', action: 'second-factor.added' } as const;
  if ((await listFactors(platform.db, owner.safeId)).length > 0) return assertOwnPassword(platform, owner, own);
  if (code === undefined) throw new InvalidRequest([{ field: 'code', rule: 'required' }]);
  const given = { ...secondFactorCodeOf(owner.safeId), code };
  await checkCode(platform, given);
  await assertOwnPassword(platform, owner, own);
  await verifyCode(platform, { ...given, subject: z.null() }, async () => undefined);
}
