import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { parisMinute } from '../../../platform/time/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { updatePassword } from '../account/accounts.store.ts';
import { isFederated } from '../federation/links.ts';
import { assertOwnPassword } from '../account/own-password.ts';
import { mailKnownAddresses } from '../account/known-addresses.ts';
import { findOwner, lockOwner } from '../account/owner.ts';
import { endOwnerCodes } from '../account/owner-codes.ts';
import { assertPasswordPolicy } from './password-policy.ts';
import { passwordMails } from './password.messages.ts';
import { reopenPasswordWays } from './password-tries/password-tries.store.ts';
import { credentialsFingerprint } from './reset-links.ts';
import { closeSessions } from '../sessions/sessions.store.ts';
import { makeUndoLink } from '../takeover/takeover-undos.ts';

type Change = { currentPassword: string; password: string };

/**
 * Changes the password of who gives the current one; the other sessions end.
 * @throws {DomainError} Forbidden for who signs in through the federation; PasswordPolicyError, InvalidUserPassword, VerificationCodeRateLimitExceeded
 */
export async function changePassword(platform: Platform, owner: Owner, change: Change): Promise<void> {
  const { safeId, sessionId, address } = owner;
  const profile = await findOwner(platform.db, platform, safeId);
  if (!profile) throw new DomainError('AuthTokenNotValid');
  if (await isFederated(platform.db, safeId)) throw new DomainError('Forbidden');
  assertPasswordPolicy(change.password, profile);
  const action = 'password.changed';
  const field = 'currentPassword';
  const fingerprint = await credentialsFingerprint(platform.db, platform, safeId);
  await assertOwnPassword(platform, owner, { password: change.currentPassword, field, action });
  const passwordHash = await platform.passwords.hash(change.password, address);
  const isReplaced = await platform.db.transaction().execute(async (tx) => {
    await lockOwner(tx, platform, safeId);
    // While the new one was being hashed, another one may have come, or an undo that asks for another.
    if ((await credentialsFingerprint(tx, platform, safeId)) === fingerprint) {
      await replacePassword(tx, platform, { safeId, passwordHash, action, address, except: sessionId });
      return true;
    }
    await appendJournal(tx, platform, {
      ...{ safeId, action, actor: { kind: 'owner' }, result: 'refused' },
      details: { address },
    });
    return false;
  });
  if (!isReplaced) throw new DomainError('InvalidUserPassword', { field });
}

export type Replacement = {
  safeId: string;
  passwordHash: string;
  action: 'password.changed' | 'password.reset';
  address: string;
  /** The session that goes on. */
  except?: string;
};

/** A new password ends what the old one opened, opens the ways by password again, and notifies its owner. */
export async function replacePassword(tx: Tx, platform: Platform, replacement: Replacement): Promise<void> {
  const { safeId, passwordHash, action, address, except } = replacement;
  const now = platform.clock.now();
  await lockOwner(tx, platform, safeId);
  await updatePassword(tx, safeId, passwordHash);
  await reopenPasswordWays(tx, safeId);
  await closeSessions(tx, safeId, { now, except });
  await endOwnerCodes(tx, platform, safeId);
  await appendJournal(tx, platform, { safeId, action, actor: { kind: 'owner' }, details: { address } });
  const resetUrl = new URL('/reset-password', platform.settings.publicUrl).href;
  const undoUrl = await makeUndoLink(tx, platform, { safeId, changedAt: now });
  const mail = (locale: 'fr' | 'en') => passwordMails[locale].changed(parisMinute(locale, now), { undoUrl, resetUrl });
  await mailKnownAddresses(tx, platform, { safeId, mail });
}
