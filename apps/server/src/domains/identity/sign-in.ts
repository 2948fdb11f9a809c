import { DomainError } from '../../platform/domain-error.ts';
import type { Guest } from '../../platform/http/actors.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { emailTag } from './account-record.ts';
import { findByEmail, lockPassword, updateWrongPasswords } from './accounts.store.ts';
import { isOver } from './closing.rules.ts';
import { lockGuard, updateTries } from './guards.store.ts';
import { judgeSignIn } from './identity.rules.ts';
import { issueInvalidToken } from './invalid-user.ts';
import { issueAuthToken, openSession, type OpenedSession } from './sessions.ts';

/** Whether an owner may no longer sign in with that address: the rule belongs to others than this domain. */
export type ForbiddenAddress = (address: { email: string; safeId: string }) => Promise<boolean>;

export type Credentials = { email: string; password: string };

/** `loginUrl` is where the owner of an account of another version signs in. */
export type SignedIn = { token: string } | { loginUrl: string };

type Account = { safeId: string; passwordHash: string; emailVerifiedAt: Date | null; otherVersion: boolean };
type Opened = OpenedSession | 'mustChangeEmail' | 'elsewhere';

/**
 * Signs in: an auth token, or an invalid-user token where the address must be changed first. A known
 * and an unknown address cost the same work, and are answered alike.
 * @throws {DomainError} Unauthorized; AccountLocked, told only to who gives the right password
 */
export async function signIn(
  platform: Platform,
  guest: Guest,
  { email, password, isForbidden }: Credentials & { isForbidden: ForbiddenAddress },
): Promise<SignedIn> {
  const tag = emailTag(platform.secrets, email);
  const account = await findAccount(platform, tag);
  const matches = await platform.passwords.verify(account?.passwordHash ?? null, password);
  if (!account) return refuseUnknown(platform, tag);
  const forbidden = matches && (await isForbidden({ email, safeId: account.safeId }));
  const opened = await platform.db
    .transaction()
    .execute((tx) => judge(tx, platform, { account, guest, matches, forbidden }));
  if (opened instanceof DomainError) throw opened;
  if (opened === 'elsewhere') return { loginUrl: String(platform.settings.otherVersionUrl) };
  if (opened === 'mustChangeEmail') return { token: await issueInvalidToken(platform, account, guest) };
  return { token: await issueAuthToken(platform, opened) };
}

/** A safe whose time is over is nobody’s, also before the job that destroys it has come. */
async function findAccount({ db, clock }: Platform, tag: Buffer): Promise<Account | null> {
  const account = await findByEmail(db, tag);
  return account && !isOver(account, clock.now()) ? account : null;
}

type Attempt = { account: Account; guest: Guest; matches: boolean; forbidden: boolean };

/** Returns a refusal, so that what it counts is kept. */
async function judge(tx: Tx, platform: Platform, attempt: Attempt): Promise<Opened | DomainError> {
  const isElsewhere = attempt.account.otherVersion && platform.settings.otherVersionUrl !== null;
  const judged = await judgePassword(tx, attempt);
  const verdict = isElsewhere && (judged === 'open' || judged === 'mustChangeEmail') ? 'elsewhere' : judged;
  if (verdict === 'open') return openSession(tx, platform, { safeId: attempt.account.safeId, origin: attempt.guest });
  await noteRefusal(tx, platform, attempt);
  if (verdict === 'mustChangeEmail' || verdict === 'elsewhere') return verdict;
  return new DomainError(verdict === 'locked' ? 'AccountLocked' : 'Unauthorized');
}

async function judgePassword(tx: Tx, { account, matches, forbidden }: Attempt) {
  const { safeId, passwordHash, emailVerifiedAt } = account;
  const row = await lockPassword(tx, safeId);
  // The password may have been changed while this one was being verified.
  if (!row || !matches || row.passwordHash !== passwordHash) {
    if (row) await updateWrongPasswords(tx, safeId, row.wrongPasswords + 1);
    return 'wrong';
  }
  const verdict = judgeSignIn({ ...row, forbidden, verified: emailVerifiedAt !== null });
  if (verdict !== 'locked' && row.wrongPasswords > 0) await updateWrongPasswords(tx, safeId, 0);
  return verdict;
}

const noteRefusal = (tx: Tx, platform: Platform, { account: { safeId }, guest: { address } }: Attempt) =>
  appendJournal(tx, platform, {
    safeId,
    actor: { kind: 'visitor' },
    action: 'session.refused',
    result: 'refused',
    details: { address },
  });

/** Writes as much as a wrong password of a known address does, so that the time tells nothing. */
async function refuseUnknown({ db, clock }: Platform, tag: Buffer): Promise<never> {
  await db.transaction().execute(async (tx) => {
    const key = { purpose: 'unknown-email', ownerTag: tag };
    await lockGuard(tx, key);
    await updateTries(tx, key, { refused: [clock.now()], refusedDay: [] });
  });
  throw new DomainError('Unauthorized');
}
