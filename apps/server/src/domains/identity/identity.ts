import { DomainError } from '../../platform/domain-error.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import { emailTag, sealProfile, type OwnerProfile } from './account/account-record.ts';
import { findByEmail, insertAccount } from './account/accounts.store.ts';

export { findOpenedAt } from './account/accounts.store.ts';
export { answererOf, askerOf, type Asker } from './attempts/askers.ts';
export { endCode, guardsOf, hasCode, requestCode, sendInTurn, verifyCode } from './attempts/codes.ts';
export { judgeCredentials, judgeOwner, tryCredentials, type TriedCredentials } from './account/credentials.ts';
export { isDisposableDomain } from './email/disposable-domains.ts';
export { mountFederation } from './federation/federation.routes.ts';
export type { FederationRules } from './federation/finish-sign-in.ts';
export { linkIdentity, unlinkIdentity } from './federation/links.ts';
export { carryToActivation, findFederatedNewcomer, linkActivated } from './federation/newcomers.ts';
export { forgetReturn, readCompletedFederation, type CompletedFederation } from './federation/returns.ts';
export { countRequests, refuseClosed, tryUnderGuards, type Guard } from './attempts/guards.ts';
export { allIdentityJobs, identityJobs } from './identity.jobs.ts';
export { authenticateInvalidUser } from './sign-in/invalid-user.ts';
export { issueMergeToken, readMergeInfo, readMergeToken, type MergeAsker } from './account/merge-proof.ts';
export { agreementCodeOf } from './account/owner-codes.ts';
export { normaliseEmail } from './account/identity.rules.ts';
export { mountIdentity } from './identity.routes.ts';
export { listDueSafes, removeAccount } from './closing/closing.ts';
export { readMailedLink } from './takeover/mailed-links.ts';
export { isClosing, removeReceivedAccount, requireOpenAccount } from './account/received-account.ts';
export { markOtherVersion, unlockAccountAsOperator } from './account/operator.ts';
export { ownPasswordGuard } from './account/own-password.ts';
export { findOwner } from './account/owner.ts';
export {
  askRemovalAsOperator,
  confirmRemovalAsOperator,
  RemovalRefused,
} from './second-factor/removal/remove-by-operators.ts';
export { assertPasswordPolicy } from './password/password-policy.ts';
export { normaliseProfile, type TypedProfile } from './account/profile.ts';
export { proveSecondFactor } from './second-factor/prove-second-factor.ts';
export { requireSecondFactor } from './second-factor/require-second-factor.ts';
export { isSessionOpen } from './sessions/sessions.store.ts';
export { authenticateOwner, issueAuthToken, openSession, type OpenedSession } from './sessions/sessions.ts';
export type { ForbiddenAddress } from './sign-in/sign-in.ts';
export { isTokenSpent, spendToken } from './account/spent-tokens.ts';
export type { OwnerProfile };

export type NewAccount = {
  /** The safe that this transaction made. */
  safeId: string;
  profile: OwnerProfile;
  passwordHash: string;
  /** Absent where the address must be changed at the first sign-in. */
  emailVerifiedAt: Date | null;
};

/**
 * Gives a safe to its owner, who has accepted the terms.
 * @throws {DomainError} EmailAlreadyExists
 */
export async function openAccount(tx: Tx, platform: Platform, account: NewAccount): Promise<void> {
  const { safeId, profile, passwordHash, emailVerifiedAt } = account;
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  const isInserted = await insertAccount(tx, {
    ...{ safeId, passwordHash, emailVerifiedAt },
    emailTag: emailTag(platform.secrets, profile.email),
    sealedProfile: sealProfile(values, safeId, profile),
    openedAt: platform.clock.now(),
  });
  if (!isInserted) throw new DomainError('EmailAlreadyExists', { field: 'email' });
}

/** Only for a caller who has proved the address. */
export async function hasAccount(db: Db | Tx, { secrets }: Pick<Platform, 'secrets'>, email: string): Promise<boolean> {
  return (await findByEmail(db, emailTag(secrets, email))) !== undefined;
}
