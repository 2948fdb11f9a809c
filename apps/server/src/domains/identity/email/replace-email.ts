import { DomainError } from '../../../platform/domain-error.ts';
import { newId } from '../../../platform/identifiers.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { parisMinute } from '../../../platform/time/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import { linkTo } from '../../../platform/references.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { emailTag, sealProfile, type OwnerProfile } from '../account/account-record.ts';
import { findCredentials, updateEmail } from '../account/accounts.store.ts';
import { emailChangeMails } from './email-change.messages.ts';
import { insertChange, listChangesSince } from './email-changes.store.ts';
import { listFormers, sealFormer, undoTag, undoTokenOf } from '../account/former-emails.ts';
import { dayMs, secondsUntil, undoMs } from '../attempts/guards.rules.ts';
import { lockOwner, mailTo } from '../account/owner.ts';
import { endOwnerCodes } from '../account/owner-codes.ts';
import { closeSessions } from '../sessions/sessions.store.ts';

const changesPerDay = 3;

export type EmailReplacement = {
  safeId: string;
  email: string;
  address: string;
  /** The session that goes on. */
  except?: string;
  /** The address before, where it may not sign in: it is notified, and gets no way back. */
  forbidden: string | null;
};

/**
 * Makes an address that has been proved the login: those that it had within three days are notified, and can undo it.
 * @throws {DomainError} ChangeEmailRateLimitExceeded, EmailAlreadyExists
 */
export async function replaceEmail(tx: Tx, platform: Platform, replacement: EmailReplacement): Promise<void> {
  const { safeId, email, address, except, forbidden } = replacement;
  const now = platform.clock.now();
  const before = await lockOwner(tx, platform, safeId);
  await refuseTooManyChanges(tx, safeId, now);
  const { verifiedAt, isSame } = await takeAddress(tx, platform, { safeId, email, before });
  await closeSessions(tx, safeId, { now, except });
  await endOwnerCodes(tx, platform, safeId);
  await appendJournal(tx, platform, {
    ...{ safeId, action: 'email.changed', actor: { kind: 'owner' }, details: { address } },
  });
  if (!isSame)
    await notifyFormers(tx, platform, { safeId, email, before, verifiedAt, isUndoable: before.email !== forbidden });
  await mailTo(tx, platform, {
    to: { ...before, email },
    mail: (locale) => emailChangeMails[locale].confirmed(parisMinute(locale, now)),
  });
}

async function refuseTooManyChanges(tx: Tx, safeId: string, now: Date): Promise<void> {
  const changes = await listChangesSince(tx, safeId, new Date(now.getTime() - dayMs));
  const oldest = changes[changesPerDay - 1];
  if (!oldest) return;
  const nextAt = new Date(oldest.changedAt.getTime() + dayMs);
  throw new DomainError('ChangeEmailRateLimitExceeded', { retryAfterSeconds: secondsUntil(nextAt, now) });
}

type Former = Taking & { verifiedAt: Date | null; isUndoable: boolean };

/**
 * Each address gets the link that brings back itself: who has changed the address twice does not leave its owner with a
 * link to the first change of a thief. An address of the owner's employer gets none: whoever reads that mailbox would
 * bring it back, and take the safe by a reset.
 */
async function notifyFormers(tx: Tx, platform: Platform, former: Former): Promise<void> {
  const { safeId, email, before, verifiedAt, isUndoable } = former;
  await keepUndo(tx, platform, { safeId, email: before.email, verifiedAt, isUndoable });
  const at = platform.clock.now();
  if (!isUndoable) {
    const mail = (locale: 'fr' | 'en') => emailChangeMails[locale].changedForGood(parisMinute(locale, at));
    await mailTo(tx, platform, { to: before, mail });
  }
  for (const former of await listFormers(tx, platform, safeId)) {
    if (former.email === email) continue;
    const undoUrl = linkTo(platform, former.undoToken);
    const what = former.email === before.email ? 'changed' : 'changedAgain';
    const mail = (locale: 'fr' | 'en') => emailChangeMails[locale][what](parisMinute(locale, at), undoUrl);
    await mailTo(tx, platform, { to: { ...before, email: former.email }, mail });
  }
}

type Taking = { safeId: string; email: string; before: OwnerProfile };

/** When the address before was proved. To prove one’s own address is of use while it is not. */
async function takeAddress(tx: Tx, platform: Platform, { safeId, email, before }: Taking) {
  const account = await findCredentials(tx, safeId);
  const isSame = account?.emailTag.equals(emailTag(platform.secrets, email)) === true;
  const verifiedAt = account?.emailVerifiedAt ?? null;
  const isVain = isSame && verifiedAt !== null;
  if (isVain || !(await putAddress(tx, platform, { safeId, email, before, verifiedAt: platform.clock.now() })))
    throw new DomainError('EmailAlreadyExists', { field: 'email' });
  return { verifiedAt, isSame };
}

type Put = Taking & { verifiedAt: Date | null };

/** False when another account has the address. */
export async function putAddress(tx: Tx, platform: Platform, { safeId, email, before, verifiedAt }: Put) {
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  const sealedProfile = sealProfile(values, safeId, { ...before, email });
  const tag = emailTag(platform.secrets, email);
  return updateEmail(tx, safeId, { emailTag: tag, emailVerifiedAt: verifiedAt, sealedProfile });
}

type Undoable = { safeId: string; email: string; verifiedAt: Date | null; isUndoable: boolean };

async function keepUndo(tx: Tx, platform: Platform, { safeId, email, ...kept }: Undoable): Promise<void> {
  const { clock, secrets, vault } = platform;
  const changeId = newId(clock);
  const changedAt = clock.now();
  const { values } = await vault.keysOf(safeId, 'owner', tx);
  await insertChange(tx, {
    ...{ safeId, changeId, changedAt, ...kept },
    tokenTag: undoTag(secrets, undoTokenOf(secrets, { safeId, changeId })),
    sealedEmail: sealFormer(values, changeId, email),
    undoUntil: new Date(changedAt.getTime() + undoMs),
  });
}
