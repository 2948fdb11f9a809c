import type { sendFederatedActivationInfo } from '@perenne/contract/activation';
import type { Answer } from '@perenne/contract/endpoint';
import { DomainError } from '../../platform/domain-error.ts';
import type { Authenticate, FederatedNewcomer } from '../../platform/http/actors.ts';
import type { Platform } from '../../platform/platform.ts';
import { readEmployee } from '../employers/employers.ts';
import { carryToActivation, findFederatedNewcomer } from '../identity/identity.ts';
import { presentNewcomer } from './begin-activation.ts';

/** Whom a not-activated token names, until they begin to activate. */
export const authenticateFederatedNewcomer =
  (platform: Platform): Authenticate<FederatedNewcomer> =>
  async (token, origin) => {
    const claims = await platform.tokens.read('notActivated', token, origin);
    const federated = claims && (await findFederatedNewcomer(platform.db, platform, claims.sub));
    if (!federated) return null;
    const { employerId, employeeId } = federated;
    const employee = await readEmployee(platform.db, platform, { employerId, employeeId });
    if (!employee || employee.state === 'activated') return null;
    return { kind: 'federatedNewcomer', newcomerId: claims.sub, employerId, employeeId, ...origin };
  };

/**
 * Begins an activation as the person whom the federation has identified: that replaces the code. The identity is
 * linked once the safe is open.
 * @throws {DomainError} EntityNotFound; AuthTokenNotValid where the token has served meanwhile
 */
export async function beginFederatedActivation(
  platform: Platform,
  newcomer: FederatedNewcomer,
): Promise<Answer<typeof sendFederatedActivationInfo>> {
  const info = await presentNewcomer(platform, newcomer, newcomer);
  const claims = await platform.tokens.read('activation', info.activationToken, newcomer);
  if (!claims) throw new DomainError('AuthTokenNotValid');
  const carried = { newcomerId: newcomer.newcomerId, activationTokenId: claims.jti };
  const isFirst = await platform.db.transaction().execute((tx) => carryToActivation(tx, platform, carried));
  if (!isFirst) throw new DomainError('AuthTokenNotValid');
  return info;
}
