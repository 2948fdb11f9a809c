import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { parisDate } from '../../../platform/time/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { closingMails } from './closing.messages.ts';
import { closingInstant } from './closing.rules.ts';
import * as store from './closing.store.ts';
import { assertOwnPassword } from '../account/own-password.ts';
import { mailKnownAddresses } from '../account/known-addresses.ts';
import { findOwner, lockOwner, mailTo } from '../account/owner.ts';
import { endOwnerCodes } from '../account/owner-codes.ts';
import { closeSessions } from '../sessions/sessions.store.ts';

/**
 * Closes the safe in 30 days; nobody is signed in until then.
 * @throws {DomainError} InvalidUserPassword, VerificationCodeRateLimitExceeded
 */
export async function closeSafe(platform: Platform, owner: Owner, password: string): Promise<void> {
  const { safeId, address, session } = owner;
  await assertOwnPassword(platform, owner, { password, field: 'password', action: 'safe.closing' });
  await platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now();
    await lockOwner(tx, platform, safeId);
    const closesAt = closingInstant(now);
    await store.setClosing(tx, safeId, closesAt);
    await closeSessions(tx, safeId, { now });
    await endOwnerCodes(tx, platform, safeId);
    await appendJournal(tx, platform, {
      ...{ safeId, action: 'safe.closing', actor: { kind: 'owner' }, details: { address } },
    });
    const loginUrl = new URL('/login', platform.settings.publicUrl).href;
    // A thief may have changed the address: whoever had it before reads it too.
    await mailKnownAddresses(tx, platform, {
      safeId,
      mail: (locale) => closingMails[locale].closing(parisDate(locale, closesAt), loginUrl),
    });
  });
  session?.end();
}

/** At each sign-in: whoever signs in keeps the safe. */
export async function cancelClosing(
  tx: Tx,
  platform: Platform,
  { safeId, address }: { safeId: string; address: string },
): Promise<void> {
  if (!(await store.clearClosing(tx, safeId))) return;
  await appendJournal(tx, platform, {
    ...{ safeId, action: 'safe.closing-cancelled', actor: { kind: 'owner' }, details: { address } },
  });
  const to = await findOwner(tx, platform, safeId);
  if (to) await mailTo(tx, platform, { to, mail: (locale) => closingMails[locale].cancelled() });
}

export const listDueSafes = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<string[]> =>
  store.selectDue(db, clock.now());

/**
 * Removes the account of a safe whose time is over, and all that belongs to it, in the transaction that
 * destroys the safe. False when its owner has signed in meanwhile.
 */
export async function removeAccount(tx: Tx, platform: Platform, safeId: string): Promise<boolean> {
  const now = platform.clock.now();
  if (!(await store.lockDue(tx, safeId, now))) return false;
  const to = await lockOwner(tx, platform, safeId);
  await mailTo(tx, platform, { to, mail: (locale) => closingMails[locale].closed() });
  // The last link of the chain: what comes after has no key.
  await appendJournal(tx, platform, { safeId, action: 'safe.closing', actor: { kind: 'system' } });
  await endOwnerCodes(tx, platform, safeId);
  await store.deleteAccount(tx, safeId);
  return true;
}
