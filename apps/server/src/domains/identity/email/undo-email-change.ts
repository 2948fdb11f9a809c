import { DomainError } from '../../../platform/domain-error.ts';
import type { Guest } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { parisMinute } from '../../../platform/time/calendar.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { emailChangeMails } from './email-change.messages.ts';
import { findUndoable, markUndone } from './email-changes.store.ts';
import { openFormer, undoTag } from '../account/former-emails.ts';
import { lockOwner, mailTo } from '../account/owner.ts';
import { endOwnerCodes } from '../account/owner-codes.ts';
import { putAddress } from './replace-email.ts';
import { closeSessions } from '../sessions/sessions.store.ts';
import type { ForbiddenAddress } from '../sign-in/sign-in.ts';
import { requirePasswordReset } from '../takeover/takeover-undos.store.ts';
import { undoAddedSince } from '../takeover/takeover-undos.ts';

type Undoing = { token: string; address: string };
type Asked = { token: string; isForbidden: ForbiddenAddress };

/**
 * Brings an address back as the login, with the token of the mail that it was sent; every session ends, and the password
 * opens nothing until a reset.
 * @throws {DomainError} EntityNotFound, also for an address that may no longer sign in; EmailAlreadyExists where another
 * account has taken the address
 */
export async function undoEmailChange(platform: Platform, guest: Guest, { token, isForbidden }: Asked): Promise<void> {
  const { safeId, ...change } = await findChange(platform.db, platform, token);
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  // The employer's domain may have been confirmed since the mail was sent.
  if (await isForbidden({ email: openFormer(values, change), safeId })) throw unknownToken();
  await platform.db.transaction().execute((tx) => undo(tx, platform, { token, address: guest.address }));
}

async function undo(tx: Tx, platform: Platform, { token, address }: Undoing): Promise<void> {
  const now = platform.clock.now();
  const { safeId } = await findChange(tx, platform, token);
  const current = await lockOwner(tx, platform, safeId);
  // Read again: whoever held the account may have undone it.
  const change = await findChange(tx, platform, token);
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  const email = openFormer(values, change);
  const isPut = await putAddress(tx, platform, { safeId, email, before: current, verifiedAt: change.verifiedAt });
  if (!isPut) throw new DomainError('EmailAlreadyExists');
  await markUndone(tx, { safeId, since: change.changedAt, now });
  // Before the federation is unlinked: its returns that end with the sessions are found by the link.
  await closeSessions(tx, safeId, { now });
  // The thief who held the account may have protected it against its owner.
  await undoAddedSince(tx, platform, { safeId, changedAt: change.changedAt, address });
  // The person who changed the address knew the password.
  await requirePasswordReset(tx, safeId, now);
  await endOwnerCodes(tx, platform, safeId);
  await appendJournal(tx, platform, {
    ...{ safeId, action: 'email.change-undone', actor: { kind: 'owner' }, details: { address } },
  });
  const resetUrl = new URL('/reset-password', platform.settings.publicUrl).href;
  await mailTo(tx, platform, {
    to: { ...current, email },
    mail: (locale) => emailChangeMails[locale].undone(parisMinute(locale, now), resetUrl),
  });
  await mailTo(tx, platform, {
    to: current,
    mail: (locale) => emailChangeMails[locale].withdrawn(parisMinute(locale, now)),
  });
}

async function findChange(db: Db | Tx, { secrets, clock }: Platform, token: string) {
  const change = await findUndoable(db, undoTag(secrets, token), clock.now());
  if (!change) throw unknownToken();
  return change;
}

const unknownToken = () => new DomainError('EntityNotFound', { field: 'token' });
