import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { emailTag } from './account-record.ts';
import { findByEmail, lockAccount, lockPassword, updateWrongPasswords } from './accounts.store.ts';
import { isOver } from './closing.rules.ts';
import { lockGuard, updateRequests, updateTries } from './guards.store.ts';
import { judgeSignIn } from './identity.rules.ts';

export type Credentials = { email: string; password: string };

export type Account = {
  safeId: string;
  passwordHash: string;
  emailVerifiedAt: Date | null;
  closesAt: Date | null;
  otherVersion: boolean;
};

/** Credentials that were compared and not judged yet: nothing is counted. */
export type TriedCredentials = { tag: Buffer; account: Account | null; matches: boolean };

/**
 * Compares a password with the account of an address. It takes long: no transaction waits for it. A
 * known and an unknown address cost the same work.
 */
export async function tryCredentials(platform: Platform, { email, password }: Credentials): Promise<TriedCredentials> {
  const tag = emailTag(platform.secrets, email);
  const account = await findAccount(platform, tag);
  const matches = await platform.passwords.verify(account?.passwordHash ?? null, password);
  return { tag, account, matches };
}

/** A safe whose time is over is nobody’s, also before the job that destroys it has come. */
async function findAccount({ db, clock }: Platform, tag: Buffer): Promise<Account | null> {
  const account = await findByEmail(db, tag);
  return account && !isOver(account, clock.now()) ? account : null;
}

type Judged =
  | { verdict: 'open' | 'mustChangeEmail'; account: Account }
  /** Only a caller who gives the right password receives `locked`. */
  | { verdict: 'locked' }
  | { verdict: 'wrong' };

type Judging = {
  tried: TriedCredentials;
  forbidden: boolean;
  address: string;
  /** False for a proof of another kind, which never locks the account: its caller counts the wrong tries. */
  isSignIn?: boolean;
};

/**
 * Judges credentials that were tried: counts a wrong password, forgets those before a right one. The journal of the
 * safe has its refusals. One way for all that a password opens.
 */
export async function judgeCredentials(
  tx: Tx,
  platform: Platform,
  { tried, forbidden, address, isSignIn = true }: Judging,
): Promise<Judged> {
  const { account } = tried;
  const verdict = account && (await judgePassword(tx, { ...tried, account, forbidden, isSignIn }));
  if (!account || !verdict) return countUnknown(tx, platform, { tag: tried.tag, isSignIn });
  if (verdict === 'open' || verdict === 'mustChangeEmail') return { verdict, account };
  await noteRefusal(tx, platform, { safeId: account.safeId, address });
  return { verdict };
}

type Attempt = { account: Account; matches: boolean; forbidden: boolean; isSignIn: boolean };

/** Null where the account is gone meanwhile. */
async function judgePassword(tx: Tx, { account, matches, forbidden, isSignIn }: Attempt) {
  const { safeId, passwordHash, emailVerifiedAt } = account;
  const row = await lockPassword(tx, safeId);
  // The password may have been changed while this one was being verified.
  if (!row) return null;
  if (!matches || row.passwordHash !== passwordHash) {
    if (isSignIn) await updateWrongPasswords(tx, safeId, row.wrongPasswords + 1);
    return 'wrong';
  }
  const verdict = judgeSignIn({ ...row, forbidden, verified: emailVerifiedAt !== null });
  if (isSignIn && verdict !== 'locked' && row.wrongPasswords > 0) await updateWrongPasswords(tx, safeId, 0);
  return verdict;
}

/**
 * Judges what an owner may open who was proved by something else than a password: `elsewhere` in another version of
 * the application, `over` where the safe is to be destroyed.
 */
export async function judgeOwner(
  tx: Tx,
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  { safeId, forbidden }: { safeId: string; forbidden: boolean },
): Promise<'open' | 'mustChangeEmail' | 'locked' | 'elsewhere' | 'over'> {
  const row = await lockAccount(tx, safeId);
  if (!row || isOver(row, clock.now())) return 'over';
  const verdict = judgeSignIn({ ...row, forbidden, verified: row.emailVerifiedAt !== null });
  return verdict !== 'locked' && row.otherVersion && settings.otherVersionUrl !== null ? 'elsewhere' : verdict;
}

/** Journals that someone knew the password, or tried one, and was let in nowhere. */
export const noteRefusal = (tx: Tx, platform: Platform, { safeId, address }: { safeId: string; address: string }) =>
  appendJournal(tx, platform, {
    safeId,
    actor: { kind: 'visitor' },
    action: 'session.refused',
    result: 'refused',
    details: { address },
  });

/** Writes as much as a wrong password of a known address does, so that the time shows nothing. */
async function countUnknown(
  tx: Tx,
  { clock, vault }: Platform,
  { tag, isSignIn }: { tag: Buffer; isSignIn: boolean },
): Promise<Judged> {
  const key = { purpose: 'unknown-email', ownerTag: tag };
  await lockGuard(tx, key);
  if (isSignIn) await updateTries(tx, key, { refused: [clock.now()], refusedDay: [] });
  // In place of the entry in the journal, and of the key that seals it.
  await vault.pretend(tag.toString('hex'), 'sharing', tx);
  await updateRequests(tx, key, []);
  return { verdict: 'wrong' };
}
