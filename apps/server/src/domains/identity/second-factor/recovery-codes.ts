import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { tryUnderGuards } from '../attempts/guards.ts';
import { assertOwnPassword } from '../account/own-password.ts';
import { listFactors } from './factors.store.ts';
import { noteFactorChange } from './note-change.ts';
import { newRecoveryCodes, normaliseRecoveryCode } from './recovery-codes.rules.ts';
import { countCodes, isLivingCode, replaceCodes } from './recovery-codes.store.ts';
import { factorGuard } from './factor-guard.ts';

export const recoveryTag = ({ secrets }: Pick<Platform, 'secrets'>, safeId: string, code: string): Buffer =>
  secrets.codeTag('recovery', safeId, normaliseRecoveryCode(code));

/** The codes are returned once, then known by their keyed hashes alone. */
export async function makeRecoveryCodes(tx: Tx, platform: Platform, safeId: string): Promise<string[]> {
  const codes = newRecoveryCodes();
  const tags = codes.map((code) => recoveryTag(platform, safeId, code));
  await replaceCodes(tx, safeId, { tags, madeAt: platform.clock.now() });
  return codes;
}

/** @throws {DomainError} InvalidUserPassword; EntityNotFound without a second factor */
export async function renewRecoveryCodes(platform: Platform, owner: Owner, password: string): Promise<string[]> {
  const { safeId } = owner;
  await assertOwnPassword(platform, owner, { password, field: 'password', action: 'second-factor.codes-renewed' });
  return platform.db.transaction().execute(async (tx) => {
    if ((await listFactors(tx, safeId)).length === 0) throw new DomainError('EntityNotFound');
    // Taken first: the link of the mail ends codes that were made from then on.
    const at = platform.clock.now();
    const codes = await makeRecoveryCodes(tx, platform, safeId);
    await noteFactorChange(tx, platform, { owner, change: 'codesRenewed', at });
    return codes;
  });
}

/**
 * Whether a code would serve: it is not used up.
 * @throws {DomainError} WrongSecondFactor, EntityNotFound, SecondFactorRateLimitExceeded
 */
export async function testRecoveryCode(platform: Platform, { safeId }: Owner, code: string): Promise<void> {
  await tryUnderGuards(platform, [factorGuard(safeId, 'own')], async (tx) => {
    if (!(await countCodes(tx, safeId))) throw new DomainError('EntityNotFound');
    const isLiving = await isLivingCode(tx, safeId, recoveryTag(platform, safeId, code));
    return isLiving ? undefined : new DomainError('WrongSecondFactor', { field: 'code' });
  });
}
