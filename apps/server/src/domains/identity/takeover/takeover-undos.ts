import { DomainError } from '../../../platform/domain-error.ts';
import type { Guest } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { linkTo, newReference } from '../../../platform/references.ts';
import type { Secrets } from '../../../platform/secrets.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { undoMs } from '../attempts/guards.rules.ts';
import { cancelClosing } from '../closing/closing.ts';
import { deleteLinkSince } from '../federation/federation.store.ts';
import { restorePhone } from '../account/former-phone.ts';
import { mailKnownAddresses } from '../account/known-addresses.ts';
import { lockOwner } from '../account/owner.ts';
import { deleteFactorsSince, listFactors } from '../second-factor/factors.store.ts';
import { deleteCodes, spendCodesSince } from '../second-factor/recovery-codes.store.ts';
import { closeSessions } from '../sessions/sessions.store.ts';
import {
  deleteTakeoverUndosSince,
  findTakeoverUndo,
  insertTakeoverUndo,
  requirePasswordReset,
} from './takeover-undos.store.ts';
import { takeoverMails } from './takeover.messages.ts';

type Change = { safeId: string; changedAt: Date };

/** Makes the link that undoes, for 72 hours, a change and what was added since. */
export async function makeUndoLink(tx: Tx, platform: Platform, { safeId, changedAt }: Change): Promise<string> {
  const token = newReference();
  const undoUntil = new Date(changedAt.getTime() + undoMs);
  await insertTakeoverUndo(tx, { tokenTag: takeoverUndoTag(platform.secrets, token), safeId, changedAt, undoUntil });
  return linkTo(platform, token);
}

/**
 * Removes the ways in that were added since the change, ends every session, and has the password open nothing until a
 * reset.
 * @throws {DomainError} EntityNotFound for a link that has served, is over or never was
 */
export const undoSecondFactor = (platform: Platform, { address }: Guest, token: string): Promise<void> =>
  platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now();
    const { safeId } = await findUndo(tx, platform, token);
    await lockOwner(tx, platform, safeId);
    // Read again: another holder of the link may have been first.
    const { changedAt } = await findUndo(tx, platform, token);
    // First: the returns of the federation that end with the sessions are found by the link, which may go now.
    await closeSessions(tx, safeId, { now });
    await undoAddedSince(tx, platform, { safeId, changedAt, address });
    await requirePasswordReset(tx, safeId, now);
    const entry = { safeId, actor: { kind: 'owner' }, details: { address } } as const;
    await appendJournal(tx, platform, { ...entry, action: 'session.ended' });
    const resetUrl = new URL('/reset-password', platform.settings.publicUrl).href;
    await mailKnownAddresses(tx, platform, { safeId, mail: (locale) => takeoverMails[locale].undone(resetUrl) });
  });

async function findUndo(tx: Tx, platform: Platform, token: string) {
  const undo = await findTakeoverUndo(tx, takeoverUndoTag(platform.secrets, token), platform.clock.now());
  if (!undo) throw new DomainError('EntityNotFound', { field: 'token' });
  return undo;
}

/**
 * Removes the ways in that were added since a change (second factors, recovery codes, an identity of the federation),
 * brings back the phone that was replaced in the last days, keeps a safe that was to be closed, and ends the links that
 * were mailed since. With the last factor go all recovery codes.
 */
export async function undoAddedSince(
  tx: Tx,
  platform: Platform,
  { safeId, changedAt, address }: Change & { address: string },
): Promise<void> {
  await deleteTakeoverUndosSince(tx, safeId, changedAt);
  const entry = { safeId, actor: { kind: 'owner' }, details: { address } } as const;
  if (await deleteLinkSince(tx, safeId, changedAt))
    await appendJournal(tx, platform, { ...entry, action: 'federation.unlinked' });
  if (await restorePhone(tx, platform, safeId))
    await appendJournal(tx, platform, { ...entry, action: 'profile.changed' });
  await cancelClosing(tx, platform, { safeId, address });
  await spendCodesSince(tx, safeId, { since: changedAt, now: platform.clock.now() });
  if (!(await deleteFactorsSince(tx, safeId, changedAt))) return;
  if ((await listFactors(tx, safeId)).length === 0) await deleteCodes(tx, safeId);
  await appendJournal(tx, platform, { ...entry, action: 'second-factor.removed' });
}

export const takeoverUndoTag = (secrets: Pick<Secrets, 'codeTag'>, token: string): Buffer =>
  secrets.codeTag('takeover-undo', token);
