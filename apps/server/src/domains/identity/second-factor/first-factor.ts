import { z } from 'zod';
import { InvalidRequest } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { requestCode, verifyCode } from '../codes.ts';
import { assertOwnPassword } from '../own-password.ts';
import { lockOwner, mailTo } from '../owner.ts';
import { secondFactorCodeOf } from '../owner-codes.ts';
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
    await mailTo(tx, platform, { to, mail, validUntil: made.expiresAt });
  });
}

export type NewFactorProof = { password: string; code?: string | undefined };

/**
 * Asks an owner who adds a factor for the password, and for the mailed code where it is the first.
 * @throws {DomainError} InvalidUserPassword, InvalidRequest where the code is missing, and as `verifyCode`
 */
export async function assertMayAddFactor(
  platform: Platform,
  owner: Owner,
  { password, code }: NewFactorProof,
): Promise<void> {
  const { safeId } = owner;
  await assertOwnPassword(platform, owner, { password, field: 'password', action: 'second-factor.added' });
  if ((await listFactors(platform.db, safeId)).length > 0) return;
  if (code === undefined) throw new InvalidRequest([{ field: 'code', rule: 'required' }]);
  await verifyCode(platform, { ...secondFactorCodeOf(safeId), code, subject: z.null() }, async () => undefined);
}
