import type { Platform } from '../../../../platform/platform.ts';
import type { Tx } from '../../../../platform/postgres/db.ts';
import { lockGuard, updateRequests, updateTries } from '../../attempts/guards.store.ts';
import { isLockNoticeDue, isPasswordWayClosed } from '../../account/identity.rules.ts';
import { queueUnlockLink } from './send-unlock-link.ts';
import { countKnownBrowserTries, putKnownBrowserTries, updateStrangersTries } from './password-tries.store.ts';

/** The wrong passwords of one way: of all strangers together, or of one browser that has signed in before. */
export type PasswordTries = {
  safeId: string;
  strangers: number;
  toldAt: Date | null;
  knownBrowser: { browserTag: Buffer; count: number } | null;
};

type Locked = { safeId: string; wrongPasswords: number; toldAt: Date | null; knownBrowser: string | null };

/** Once the account is locked: one try is counted at a time. */
export async function readPasswordTries(tx: Tx, { secrets }: Platform, locked: Locked): Promise<PasswordTries> {
  const { safeId, wrongPasswords: strangers, toldAt, knownBrowser } = locked;
  if (knownBrowser === null) return { safeId, strangers, toldAt, knownBrowser: null };
  const browserTag = secrets.tag('known-browser', safeId, knownBrowser);
  const count = await countKnownBrowserTries(tx, { safeId, browserTag });
  return { safeId, strangers, toldAt, knownBrowser: { browserTag, count } };
}

const countOf = ({ strangers, knownBrowser }: PasswordTries): number => knownBrowser?.count ?? strangers;

export const isWayClosed = (tries: PasswordTries): boolean => isPasswordWayClosed(countOf(tries));

/**
 * Whether a wrong password is an entry of the journal, which keeps it for ever: while the way is closed, one a day is,
 * so that a stranger does not fill somebody's journal.
 */
export const isTryNoted = (tries: PasswordTries, now: Date): boolean =>
  !isWayClosed(tries) || isLockNoticeDue(tries.toldAt, now);

/** Counts a wrong password for its way alone; the owner is mailed of a closed one. */
export const countWrongPassword = (tx: Tx, platform: Platform, tries: PasswordTries): Promise<void> =>
  keepTries(tx, platform, withCount(tries, countOf(tries) + 1));

/** A right password forgets the wrong ones of its own way: a known browser’s clears nothing of the strangers’. */
export async function forgetWrongPasswords(tx: Tx, platform: Platform, tries: PasswordTries): Promise<void> {
  if (countOf(tries) > 0) await keepTries(tx, platform, withCount(tries, 0));
}

/** Mails the owner of a way that is closed already, where no mail of the last day does. */
export async function noteClosedWay(tx: Tx, platform: Platform, tries: PasswordTries): Promise<void> {
  if (isLockNoticeDue(tries.toldAt, platform.clock.now())) await keepTries(tx, platform, tries);
}

const withCount = (tries: PasswordTries, count: number): PasswordTries =>
  tries.knownBrowser === null
    ? { ...tries, strangers: count }
    : { ...tries, knownBrowser: { ...tries.knownBrowser, count } };

async function keepTries(tx: Tx, platform: Platform, tries: PasswordTries): Promise<void> {
  const { safeId, strangers, knownBrowser } = tries;
  const now = platform.clock.now();
  const isDue = isWayClosed(tries) && isLockNoticeDue(tries.toldAt, now);
  if (knownBrowser) await putKnownBrowserTries(tx, { safeId, ...knownBrowser }, { count: knownBrowser.count, now });
  if (!knownBrowser || isDue)
    await updateStrangersTries(tx, { safeId, count: strangers, toldAt: isDue ? now : tries.toldAt });
  if (isDue) await queueUnlockLink(tx, platform, safeId);
}

type UnknownTry = { tag: Buffer; isSignIn: boolean };

/** Writes, for an address without an account, as much as a wrong password of a stranger does for one with. */
export async function countUnknownAddress(tx: Tx, platform: Platform, { tag, isSignIn }: UnknownTry): Promise<void> {
  const now = platform.clock.now();
  const key = { purpose: 'unknown-email', ownerTag: tag };
  const row = await lockGuard(tx, key);
  const refused = isSignIn ? [...row.refused, now].slice(-unknownTriesKept) : row.refused;
  const toldAt = row.requested.at(-1) ?? null;
  const isDue = isSignIn && isPasswordWayClosed(refused.length) && isLockNoticeDue(toldAt, now);
  const isNoted = !isSignIn || !isPasswordWayClosed(row.refused.length) || isDue;
  if (isSignIn) await updateTries(tx, key, { refused, refusedDay: [] });
  if (isDue) await queueUnlockLink(tx, platform, null);
  if (!isNoted) return;
  // In place of the entry in the journal, and of the key that seals it.
  await platform.vault.pretend(tag.toString('hex'), 'sharing', tx);
  await updateRequests(tx, key, isDue ? [now] : row.requested);
}

/** As many as close a way, and no more. */
const unknownTriesKept = 10;
