import { DomainError } from '../../../../platform/domain-error.ts';
import type { Guest } from '../../../../platform/http/actors.ts';
import { appendJournal } from '../../../../platform/journal/journal.ts';
import { parisMinute } from '../../../../platform/time/calendar.ts';
import { actOnDue } from '../../../../platform/jobs/act-on-due.ts';
import { job, type NoData } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { linkTo, newReference } from '../../../../platform/references.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import type { Tx } from '../../../../platform/postgres/db.ts';
import { hourMs } from '../../attempts/guards.rules.ts';
import { mailKnownAddresses } from '../../account/known-addresses.ts';
import { lockOwner } from '../../account/owner.ts';
import { closeSessions } from '../../sessions/sessions.store.ts';
import { requirePasswordReset } from '../../takeover/takeover-undos.store.ts';
import { deleteFactorsSince } from '../factors.store.ts';
import { deletePendingOf } from '../pending-sign-ins.store.ts';
import { deleteCodes } from '../recovery-codes.store.ts';
import { removalMails } from './removal.messages.ts';
import * as store from './removals.store.ts';

const waitMs = 72 * hourMs;
const beginning = new Date(0);

/** Goes on with removals that two operators have confirmed by a command, which sends no mail. */
export const settleRemovalsJob = job<NoData>('identity.settle-removals', { cron: '* * * * *', parallel: 1 });

/** Announces to owners the removals that were confirmed, and carries out those of 72 hours before. */
export async function settleRemovals(platform: Platform): Promise<void> {
  const { db, clock } = platform;
  const idsOf = (key: SafeKey) => key;
  await actOnDue(platform, {
    ...{ select: () => store.selectUnannounced(db), idsOf },
    act: ({ safeId }) => db.transaction().execute((tx) => announce(tx, platform, safeId)),
    failure: 'the removal of a second factor could not be announced',
  });
  await actOnDue(platform, {
    ...{ select: () => store.selectEffective(db, clock.now()), idsOf },
    act: ({ safeId }) => db.transaction().execute((tx) => remove(tx, platform, safeId)),
    failure: 'a second factor could not be removed',
  });
}

type SafeKey = { safeId: string };

/** The 72 hours begin with the mail. */
async function announce(tx: Tx, platform: Platform, safeId: string): Promise<boolean> {
  const token = newReference();
  const effectiveAt = new Date(platform.clock.now().getTime() + waitMs);
  await lockOwner(tx, platform, safeId);
  const tokenTag = removalTag(platform.secrets, token);
  if (!(await store.setAnnounced(tx, safeId, { tokenTag, effectiveAt }))) return false;
  await mailKnownAddresses(tx, platform, {
    safeId,
    mail: (locale) => removalMails[locale].announced(parisMinute(locale, effectiveAt), linkTo(platform, token)),
  });
  return true;
}

/** The thief may hold the factor or a session: from then on, only a reset by mail opens the safe. */
async function remove(tx: Tx, platform: Platform, safeId: string): Promise<boolean> {
  const now = platform.clock.now();
  await lockOwner(tx, platform, safeId);
  if (!(await store.takeEffective(tx, safeId, now))) return false;
  await deleteFactorsSince(tx, safeId, beginning);
  await deleteCodes(tx, safeId);
  await deletePendingOf(tx, safeId);
  await closeSessions(tx, safeId, { now });
  await requirePasswordReset(tx, safeId, now);
  await appendJournal(tx, platform, { safeId, action: 'second-factor.removed', actor: { kind: 'operator' } });
  const resetUrl = new URL('/reset-password', platform.settings.publicUrl).href;
  await mailKnownAddresses(tx, platform, { safeId, mail: (locale) => removalMails[locale].removed(resetUrl) });
  return true;
}

/**
 * Cancels the removal of a second factor, with the token of the mail that announced it.
 * @throws {DomainError} EntityNotFound for a token that is over or never was
 */
export const keepSecondFactor = (platform: Platform, { address }: Guest, token: string): Promise<void> =>
  platform.db.transaction().execute(async (tx) => {
    const kept = await store.takeByToken(tx, removalTag(platform.secrets, token), platform.clock.now());
    if (!kept) throw new DomainError('EntityNotFound', { field: 'token' });
    const { safeId } = kept;
    await appendJournal(tx, platform, {
      ...{ safeId, action: 'second-factor.removal-cancelled', actor: { kind: 'owner' }, details: { address } },
    });
    await mailKnownAddresses(tx, platform, { safeId, mail: (locale) => removalMails[locale].cancelled() });
  });

export const removalTag = (secrets: Pick<Secrets, 'codeTag'>, token: string): Buffer =>
  secrets.codeTag('keep-second-factor', token);
