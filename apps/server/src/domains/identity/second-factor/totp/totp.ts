import type { beginTotp as beginTotpCall, confirmTotp as confirmTotpCall } from '@perenne/contract/second-factor';
import type { Answer } from '@perenne/contract/endpoint';
import { DomainError } from '../../../../platform/domain-error.ts';
import type { Owner } from '../../../../platform/http/actors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { tryUnderGuards } from '../../attempts/guards.ts';
import { findOwner } from '../../account/owner.ts';
import { addFactor } from '../add-factor.ts';
import { assertMayAddFactor, type NewFactorProof } from '../first-factor.ts';
import { factorGuard } from '../factor-guard.ts';
import { newTotpSecret, stepOf, totpUri } from './totp.rules.ts';
import { keepUnconfirmed, openUnconfirmed } from '../unconfirmed.ts';

/** @throws {DomainError} as `assertMayAddFactor` */
export async function beginTotp(
  platform: Platform,
  owner: Owner,
  proof: NewFactorProof,
): Promise<Answer<typeof beginTotpCall>> {
  const { safeId } = owner;
  await assertMayAddFactor(platform, owner, proof);
  const profile = await findOwner(platform.db, platform, safeId);
  if (!profile) throw new DomainError('AuthTokenNotValid');
  const secret = newTotpSecret();
  await keepUnconfirmed(platform, { safeId, kind: 'totp' }, secret);
  return { secret, uri: totpUri(secret, profile.email) };
}

/**
 * The application is asked for from now on; the code that confirms it has served.
 * @throws {DomainError} EntityNotFound, WrongSecondFactor, SecondFactorRateLimitExceeded
 */
export async function confirmTotp(
  platform: Platform,
  owner: Owner,
  code: string,
): Promise<Answer<typeof confirmTotpCall>> {
  const { safeId } = owner;
  return tryUnderGuards(platform, [factorGuard(safeId, 'own')], async (tx) => {
    const secret = await openUnconfirmed(tx, platform, { safeId, kind: 'totp' });
    if (secret === null) throw new DomainError('EntityNotFound');
    const step = stepOf(secret, code, platform.clock.now());
    if (step === null) return new DomainError('WrongSecondFactor', { field: 'code' });
    const confirmed = { kind: 'totp' as const, record: { secret }, counter: step };
    const { recoveryCodes } = await addFactor(tx, platform, { owner, confirmed });
    return recoveryCodes ? { recoveryCodes } : {};
  });
}
