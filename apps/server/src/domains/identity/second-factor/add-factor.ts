import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { assertOwnPassword } from '../account/own-password.ts';
import { credentialTagOf, sealFactor } from './factor-record.ts';
import { deleteFactor, deleteUnconfirmed, insertFactor, listFactors, type FactorKind } from './factors.store.ts';
import { noteFactorChange } from './note-change.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { countCodes, deleteCodes } from './recovery-codes.store.ts';
import type { PasskeyRecord } from './passkeys/web-authn.ts';

type Confirmed = {
  kind: FactorKind;
  record: { secret: string } | PasskeyRecord;
  counter: number;
};

export type AddedFactor = { factorId: string; addedAt: Date; recoveryCodes: string[] | null };

/** Keeps what an owner has confirmed. The first factor comes with recovery codes. */
export async function addFactor(
  tx: Tx,
  platform: Platform,
  { owner, confirmed }: { owner: Owner; confirmed: Confirmed },
): Promise<AddedFactor> {
  const { safeId } = owner;
  const { kind, record, counter } = confirmed;
  const key = { safeId, factorId: newId(platform.clock) };
  const addedAt = platform.clock.now();
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  const credentialTag = 'credentialId' in record ? credentialTagOf(platform, record.credentialId) : null;
  // Another application takes the place of the one before.
  if (kind === 'totp') await deleteFactor(tx, safeId, { kind });
  await insertFactor(tx, {
    ...{ ...key, kind, counter, addedAt, credentialTag },
    sealed: sealFactor(values, key, record),
  });
  await deleteUnconfirmed(tx, safeId, kind);
  const recoveryCodes = (await countCodes(tx, safeId)) ? null : await makeRecoveryCodes(tx, platform, safeId);
  await noteFactorChange(tx, platform, {
    ...{ owner, change: kind === 'totp' ? 'totpAdded' : 'passkeyAdded' },
    at: addedAt,
  });
  return { factorId: key.factorId, addedAt, recoveryCodes };
}

type Removal = { which: { factorId: string } | { kind: 'totp' }; password: string };

/**
 * Removes a factor of who gives the password; with the last one go the recovery codes.
 * @throws {DomainError} InvalidUserPassword, EntityNotFound
 */
export async function removeFactor(platform: Platform, owner: Owner, { which, password }: Removal): Promise<void> {
  const { safeId } = owner;
  await assertOwnPassword(platform, owner, { password, field: 'password', action: 'second-factor.removed' });
  await platform.db.transaction().execute(async (tx) => {
    if (!(await deleteFactor(tx, safeId, which))) throw new DomainError('EntityNotFound');
    if ((await listFactors(tx, safeId)).length === 0) await deleteCodes(tx, safeId);
    await noteFactorChange(tx, platform, { owner, change: 'kind' in which ? 'totpRemoved' : 'passkeyRemoved' });
  });
}
