import type { Answer } from '@perenne/contract/endpoint';
import type { loginToMerge as endpoint } from '@perenne/contract/merge';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import { askerOfOwner, proveSafe, type MergeProof } from '../activation/activation.ts';
import { readMergeToken } from '../identity/identity.ts';

/**
 * Proves the safe that an owner wants to receive.
 * @throws {DomainError} Unauthorized, AccountLocked, UserIsNotActivated, SelfMergeError, FranceConnectError,
 * MergeVerificationRateLimitExceeded, WrongSecondFactor, SecondFactorRateLimitExceeded
 */
export async function loginToMerge(
  platform: Platform,
  owner: Owner,
  proof: MergeProof,
): Promise<Answer<typeof endpoint>> {
  const proved = await proveSafe(platform, askerOfOwner(owner), proof);
  return 'secondFactor' in proved ? proved : { mergeToken: proved.mergeToken };
}

/** @throws {DomainError} AuthTokenNotValid for a token that is not of this session, or has served */
export async function requireProvedSafe(
  platform: Platform,
  owner: Owner,
  { mergeToken = '', db }: { mergeToken: string | undefined; db?: Db | Tx },
): Promise<{ fromSafeId: string; tokenId: string }> {
  const proved = await readMergeToken(platform, mergeToken, { ...askerOfOwner(owner), db });
  // Nobody is given a token for the safe that they are in: one for it was given to an activation.
  if (!proved || proved.safeId === owner.safeId) throw new DomainError('AuthTokenNotValid');
  return { fromSafeId: proved.safeId, tokenId: proved.tokenId };
}
