import type { SecondFactorChallenge } from '@perenne/contract/second-factor';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Guest } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { judgeCredentials, noteRefusal, tryCredentials, type TriedCredentials } from '../account/credentials.ts';
import { enterOrAsk, issueEntryToken, warningsOf, type Entered } from './enter.ts';
import type { CompletedFederation } from '../federation/returns.ts';
import type { FederationWarning } from '../federation/settle-sign-in.ts';

/** Whether an owner may no longer sign in with that address: the rule belongs to others than this domain. */
export type ForbiddenAddress = (address: { email: string; safeId: string }) => Promise<boolean>;

export type Credentials = {
  email: string;
  password: string;
  /** The sign-in of the federation that is to be linked. */
  federated: CompletedFederation | null;
};

/** `loginUrl` is where the owner of an account of another version signs in. */
export type SignedIn =
  | { token: string; warnings: FederationWarning[] }
  | { secondFactor: SecondFactorChallenge }
  | { loginUrl: string };

type Opened = Entered | { secondFactor: SecondFactorChallenge } | 'elsewhere';

/**
 * Signs in: an auth token, or an invalid-user token where the address must be changed first; neither before the
 * second factor of who has one. A known and an unknown address cost the same work, and are answered alike.
 * @throws {DomainError} Unauthorized; AccountLocked and PasswordResetRequired, only for a caller who gives the right password
 */
export async function signIn(
  platform: Platform,
  guest: Guest,
  { email, password, federated, isForbidden }: Credentials & { isForbidden: ForbiddenAddress },
): Promise<SignedIn> {
  const tried = await tryCredentials(platform, guest, { email, password });
  const { account, matches } = tried;
  const forbidden = matches && account !== null && (await isForbidden({ email, safeId: account.safeId }));
  const attempt = { tried, guest, forbidden, federated };
  const opened = await platform.db.transaction().execute((tx) => judge(tx, platform, attempt));
  if (opened instanceof DomainError) throw opened;
  if (opened === 'elsewhere') return { loginUrl: String(platform.settings.otherVersionUrl) };
  if ('secondFactor' in opened) return opened;
  return { token: await issueEntryToken(platform, guest, opened), warnings: warningsOf(opened) };
}

type Attempt = {
  tried: TriedCredentials;
  guest: Guest;
  forbidden: boolean;
  federated: CompletedFederation | null;
};

const refusals = { wrong: 'Unauthorized', locked: 'AccountLocked', mustReset: 'PasswordResetRequired' } as const;

/** Returns a refusal, so that what it counts is kept. */
async function judge(tx: Tx, platform: Platform, attempt: Attempt): Promise<Opened | DomainError> {
  const { tried, guest, forbidden, federated } = attempt;
  const judged = await judgeCredentials(tx, platform, { tried, forbidden, origin: guest });
  if (!('account' in judged)) return new DomainError(refusals[judged.verdict]);
  const { safeId, otherVersion } = judged.account;
  if (otherVersion && platform.settings.otherVersionUrl !== null) {
    await noteRefusal(tx, platform, { safeId, address: guest.address });
    return 'elsewhere';
  }
  const entry = { mustChangeEmail: judged.verdict === 'mustChangeEmail', federated };
  return enterOrAsk(tx, platform, { safeId, origin: guest, entry });
}
