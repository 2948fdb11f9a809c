import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { endCode, requestCode, verifyCode } from '../attempts/codes.ts';
import { emailChangeMails } from './email-change.messages.ts';
import { assertOwnPassword } from '../account/own-password.ts';
import { findOwner, lockOwner, mailTo } from '../account/owner.ts';
import { agreementCodeOf, emailChangeCodeOf } from '../account/owner-codes.ts';
import { replaceEmail, type EmailReplacement } from './replace-email.ts';
import type { ForbiddenAddress } from '../sign-in/sign-in.ts';

const proved = z.object({ email: z.string() });

type Wanted = { email: string; password: string; isForbidden: ForbiddenAddress };

/**
 * Mails a code to the address that an owner who is signed in wants as the login.
 * @throws {DomainError} InvalidUserPassword, RequestEmailChangeRateLimitExceeded, EmailIsForbidden,
 * CodeRequestRateLimitExceeded
 */
export async function requestEmailChangeCode(platform: Platform, owner: Owner, wanted: Wanted): Promise<void> {
  await assertOwnPassword(platform, owner, {
    ...{ password: wanted.password, field: 'password', action: 'email.changed' },
    closed: 'RequestEmailChangeRateLimitExceeded',
  });
  await sendEmailChangeCode(platform, { safeId: owner.safeId, ...wanted });
}

/** Only a caller who has proved the address learns whether it has an account. */
export async function sendEmailChangeCode(
  platform: Platform,
  { safeId, email, isForbidden }: { safeId: string; email: string; isForbidden: ForbiddenAddress },
): Promise<void> {
  if (await isForbidden({ email, safeId })) throw new DomainError('EmailIsForbidden', { field: 'email' });
  await platform.db.transaction().execute(async (tx) => {
    const made = await requestCode(tx, platform, { ...emailChangeCodeOf(safeId), subject: { email } });
    const { locale } = await lockOwner(tx, platform, safeId);
    // A thief who reads the mails of the present address may have read its codes.
    await endCode(tx, platform, agreementCodeOf(safeId));
    const mail = (locale: 'fr' | 'en') => emailChangeMails[locale].code(made.code);
    await mailTo(tx, platform, { to: { email, locale }, mail, validUntil: made.expiresAt, ofCode: made.name });
  });
}

type Proving = { code: string; isForbidden: ForbiddenAddress };

/** The current session goes on; the others end. */
export const verifyEmailChangeCode = (
  platform: Platform,
  { safeId, sessionId, address }: Owner,
  proving: Proving,
): Promise<void> => changeProvedEmail(platform, { safeId, address, except: sessionId, ...proving });

type Given = Omit<EmailReplacement, 'email' | 'forbidden'> & Proving;

/** A refused change leaves the code as it was. */
export async function changeProvedEmail(platform: Platform, given: Given): Promise<void> {
  const { code, isForbidden, ...replacement } = given;
  const { safeId } = replacement;
  const before = (await findOwner(platform.db, platform, safeId))?.email ?? null;
  const forbidden = before !== null && (await isForbidden({ email: before, safeId })) ? before : null;
  await verifyCode(platform, { ...emailChangeCodeOf(safeId), code, subject: proved }, (tx, { email }) =>
    replaceEmail(tx, platform, { ...replacement, email, forbidden }),
  );
}
