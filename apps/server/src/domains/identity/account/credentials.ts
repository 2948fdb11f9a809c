import type { Origin } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { emailTag } from './account-record.ts';
import { findByEmail, lockAccount, lockPassword } from './accounts.store.ts';
import { isOver } from '../closing/closing.rules.ts';
import { judgeSignIn } from './identity.rules.ts';
import { knownBrowserOf } from '../password/password-tries/known-browsers.ts';
import {
  countUnknownAddress,
  countWrongPassword,
  forgetWrongPasswords,
  isTryNoted,
  isWayClosed,
  noteClosedWay,
  readPasswordTries,
} from '../password/password-tries/password-tries.ts';

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
export async function tryCredentials(
  platform: Platform,
  { address }: Pick<Origin, 'address'>,
  { email, password }: Credentials,
): Promise<TriedCredentials> {
  const tag = emailTag(platform.secrets, email);
  const account = await findAccount(platform, tag);
  const matches = await platform.passwords.verify(account?.passwordHash ?? null, password, address);
  return { tag, account, matches };
}

/** A safe whose time is over is nobody’s, also before the job that destroys it has come. */
async function findAccount({ db, clock }: Platform, tag: Buffer): Promise<Account | null> {
  const account = await findByEmail(db, tag);
  return account && !isOver(account, clock.now()) ? account : null;
}

type Judged =
  | { verdict: 'open' | 'mustChangeEmail'; account: Account }
  /** Only a caller who gives the right password receives these. */
  | { verdict: 'locked' | 'mustReset' }
  | { verdict: 'wrong' };

type Judging = {
  tried: TriedCredentials;
  forbidden: boolean;
  origin: Origin;
  /** False for a proof of another kind, which never closes a way: its caller counts the wrong tries. */
  isSignIn?: boolean;
};

/**
 * Judges credentials that were tried: counts a wrong password, forgets those before a right one. The journal of the
 * safe has its refusals. One way for all that a password opens.
 */
export async function judgeCredentials(
  tx: Tx,
  platform: Platform,
  { tried, forbidden, origin, isSignIn = true }: Judging,
): Promise<Judged> {
  const { account } = tried;
  const knownBrowser = account && knownBrowserOf(platform, origin, account.safeId);
  const verdict =
    account && (await judgePassword(tx, platform, { ...tried, account, forbidden, isSignIn, knownBrowser }));
  if (!account || !verdict) {
    await countUnknownAddress(tx, platform, { tag: tried.tag, isSignIn });
    return { verdict: 'wrong' };
  }
  if (verdict === 'open' || verdict === 'mustChangeEmail') return { verdict, account };
  if (verdict === 'wrongAgain') return { verdict: 'wrong' };
  await noteRefusal(tx, platform, { safeId: account.safeId, address: origin.address });
  return { verdict };
}

type Attempt = {
  account: Account;
  matches: boolean;
  forbidden: boolean;
  isSignIn: boolean;
  /** The name of the browser where it has signed in to this account before. */
  knownBrowser: string | null;
};

/** Null where the account is gone meanwhile; `wrongAgain` for a try that the journal does not keep. */
async function judgePassword(tx: Tx, platform: Platform, attempt: Attempt) {
  const { account, matches, forbidden, isSignIn, knownBrowser } = attempt;
  const { safeId, passwordHash, emailVerifiedAt } = account;
  const row = await lockPassword(tx, safeId);
  if (!row) return null;
  const tries = await readPasswordTries(tx, platform, { safeId, ...row, knownBrowser });
  // The password may have been changed while this one was being verified.
  if (!matches || row.passwordHash !== passwordHash) {
    if (!isSignIn) return 'wrong';
    await countWrongPassword(tx, platform, tries);
    return isTryNoted(tries, platform.clock.now()) ? 'wrong' : 'wrongAgain';
  }
  if (isWayClosed(tries)) {
    if (isSignIn) await noteClosedWay(tx, platform, tries);
    return 'locked';
  }
  if (row.resetRequiredAt !== null) return 'mustReset';
  if (isSignIn) await forgetWrongPasswords(tx, platform, tries);
  return judgeSignIn({ forbidden, verified: emailVerifiedAt !== null });
}

/**
 * Judges what an owner may open who was proved by something else than a password: `elsewhere` in another version of
 * the application, `over` where the safe is to be destroyed.
 */
export async function judgeOwner(
  tx: Tx,
  { settings, clock }: Pick<Platform, 'settings' | 'clock'>,
  { safeId, forbidden }: { safeId: string; forbidden: boolean },
): Promise<'open' | 'mustChangeEmail' | 'elsewhere' | 'over'> {
  const row = await lockAccount(tx, safeId);
  if (!row || isOver(row, clock.now())) return 'over';
  if (row.otherVersion && settings.otherVersionUrl !== null) return 'elsewhere';
  return judgeSignIn({ forbidden, verified: row.emailVerifiedAt !== null });
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
