import type { Answer } from '@perenne/contract/endpoint';
import type {
  confirmPasskey as confirmPasskeyCall,
  Passkey as PresentedPasskey,
} from '@perenne/contract/second-factor';
import { DomainError } from '../../../../platform/domain-error.ts';
import type { Owner } from '../../../../platform/http/actors.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { findOwner } from '../../account/owner.ts';
import { addFactor } from '../add-factor.ts';
import { assertMayAddFactor, type NewFactorProof } from '../first-factor.ts';
import { credentialTagOf, readFactors, sealFactor, type Passkey } from '../factor-record.ts';
import { findPasskeySafe, updateSealed } from '../factors.store.ts';
import { keepUnconfirmed, openUnconfirmed } from '../unconfirmed.ts';
import { newPasskeyOptions, readNewPasskey, userHandleOf } from './web-authn.ts';

/** @throws {DomainError} as `assertMayAddFactor` */
export async function beginPasskey(
  platform: Platform,
  owner: Owner,
  proof: NewFactorProof,
): Promise<{ options: Record<string, unknown> }> {
  const { safeId } = owner;
  await assertMayAddFactor(platform, owner, proof);
  const profile = await findOwner(platform.db, platform, safeId);
  if (!profile) throw new DomainError('AuthTokenNotValid');
  const { passkeys } = await readFactors(platform.db, platform, safeId);
  const options = await newPasskeyOptions(platform.settings, {
    userId: userHandleOf(platform, safeId),
    email: profile.email,
    name: `${profile.firstName} ${profile.lastName}`,
    passkeys,
  });
  await keepUnconfirmed(platform, { safeId, kind: 'passkey' }, options.challenge);
  return { options };
}

/** @throws {DomainError} EntityNotFound, WrongSecondFactor */
export async function confirmPasskey(
  platform: Platform,
  owner: Owner,
  { name, response }: { name: string; response: unknown },
): Promise<Answer<typeof confirmPasskeyCall>> {
  const { safeId } = owner;
  return platform.db.transaction().execute(async (tx) => {
    const challenge = await openUnconfirmed(tx, platform, { safeId, kind: 'passkey' });
    if (challenge === null) throw new DomainError('EntityNotFound');
    const made = await readNewPasskey(platform, response, challenge);
    // The name of a passkey that is somebody's would lead to two safes.
    if (!made || (await findPasskeySafe(tx, credentialTagOf(platform, made.credentialId))) !== null)
      throw new DomainError('WrongSecondFactor');
    const { counter, ...record } = { ...made, name };
    const confirmed = { kind: 'passkey' as const, record, counter };
    const { factorId, addedAt, recoveryCodes } = await addFactor(tx, platform, { owner, confirmed });
    const passkey = { id: factorId, name, addedAt: addedAt.toISOString(), lastUsedAt: null };
    return { passkey, ...(recoveryCodes && { recoveryCodes }) };
  });
}

/** @throws {DomainError} EntityNotFound */
export async function renamePasskey(
  platform: Platform,
  { safeId }: Owner,
  { id, name }: { id: string; name: string },
): Promise<PresentedPasskey> {
  return platform.db.transaction().execute(async (tx) => {
    const { passkeys } = await readFactors(tx, platform, safeId);
    const passkey = passkeys.find(({ factorId }) => factorId === id);
    if (!passkey) throw new DomainError('EntityNotFound');
    const { credentialId, publicKey, transports } = passkey;
    const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
    const key = { safeId, factorId: id };
    await updateSealed(tx, key, sealFactor(values, key, { name, credentialId, publicKey, transports }));
    return presentPasskey({ ...passkey, name });
  });
}

export const presentPasskey = ({ factorId, name, addedAt, lastUsedAt }: Passkey): PresentedPasskey => ({
  ...{ id: factorId, name, addedAt: addedAt.toISOString() },
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});
