import { z } from 'zod';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requestCode, verifyCode } from './codes.ts';
import { emailChangeMails } from './email-change.messages.ts';
import { assertOwnPassword } from './own-password.ts';
import { lockOwner, mailTo } from './owner.ts';
import { emailChangeCodeOf } from './owner-codes.ts';
import { replaceEmail, type EmailReplacement } from './replace-email.ts';
import type { ForbiddenAddress } from './sign-in.ts';

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
    const mail = (locale: 'fr' | 'en') => emailChangeMails[locale].code(made.code);
    await mailTo(tx, platform, { to: { email, locale }, mail, validUntil: made.expiresAt });
  });
}

/** The current session goes on; the others end. */
export const verifyEmailChangeCode = (
  platform: Platform,
  { safeId, sessionId, address }: Owner,
  code: string,
): Promise<void> => changeProvedEmail(platform, { safeId, address, except: sessionId, code });

type Given = Omit<EmailReplacement, 'email'> & { code: string };

/** A refused change leaves the code as it was. */
export const changeProvedEmail = (platform: Platform, { code, ...replacement }: Given): Promise<void> =>
  verifyCode(platform, { ...emailChangeCodeOf(replacement.safeId), code, subject: proved }, (tx, { email }) =>
    replaceEmail(tx, platform, { ...replacement, email }),
  );
