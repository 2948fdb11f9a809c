import { foldName } from '@perenne/contract/names';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { OwnerProfile } from './account-record.ts';
import { deleteAccount } from '../closing/closing.store.ts';
import { deleteLink, deleteReturnsOf } from '../federation/federation.store.ts';
import { linkIdentity, readIdentity } from '../federation/links.ts';
import { lockOwner } from './owner.ts';
import { endOwnerCodes } from './owner-codes.ts';
import { findClosing, lockAccount } from './accounts.store.ts';

/** Whether one of these safes is to be closed by its owner. */
export const isClosing = async (db: Db | Tx, safeIds: readonly string[]): Promise<boolean> =>
  (await findClosing(db, safeIds)) !== undefined;

/**
 * Locks the account of a safe that receives.
 * @throws {DomainError} AuthTokenNotValid where it is gone, MergeInProgress where its owner closes it
 */
export async function requireOpenAccount(tx: Tx, safeId: string): Promise<void> {
  const row = await lockAccount(tx, safeId);
  if (!row) throw new DomainError('AuthTokenNotValid');
  if (row.closesAt !== null) throw new DomainError('MergeInProgress');
}

type Received = { safeId: string; fromSafeId: string; address: string };

/**
 * Removes the account of a safe that another receives, and all that signs in to it. The identity of the federation
 * goes to the receiver where it has none and is of the same person. Returns both owners.
 */
export async function removeReceivedAccount(
  tx: Tx,
  platform: Platform,
  { safeId, fromSafeId, address }: Received,
): Promise<{ giver: OwnerProfile; receiver: OwnerProfile }> {
  // In the order of their identifiers, as two merges of the same safes would take them.
  const [first, second] = await lockBoth(tx, platform, [safeId, fromSafeId].toSorted());
  const [receiver, giver] = safeId < fromSafeId ? [first, second] : [second, first];
  const person = await readIdentity(tx, platform, fromSafeId);
  await deleteReturnsOf(tx, fromSafeId);
  await deleteLink(tx, fromSafeId);
  if (person && isSamePerson(giver, receiver))
    await linkIdentity(tx, platform, { safeId, person, address, isTold: false });
  await endOwnerCodes(tx, platform, fromSafeId);
  await deleteAccount(tx, fromSafeId);
  return { giver, receiver };
}

async function lockBoth(tx: Tx, platform: Platform, [one = '', other = '']: string[]) {
  return [await lockOwner(tx, platform, one), await lockOwner(tx, platform, other)] as const;
}

const isSamePerson = (one: OwnerProfile, other: OwnerProfile): boolean =>
  foldName(one.firstName) === foldName(other.firstName) &&
  foldName(one.lastName) === foldName(other.lastName) &&
  one.birthDate === other.birthDate;
