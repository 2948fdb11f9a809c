import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openProfile, sealProfile, type OwnerProfile } from './account-record.ts';
import { lockProfile, updateProfile } from './accounts.store.ts';
import { undoMs } from '../attempts/guards.rules.ts';

type FormerPhones = NonNullable<OwnerProfile['formerPhones']>;

const stillUndone = (formerPhones: FormerPhones = [], now: Date): FormerPhones =>
  formerPhones.filter(({ replacedAt }) => new Date(replacedAt).getTime() + undoMs > now.getTime());

/** The numbers that an undo may bring back once the present one is replaced. */
export const formerPhonesOf = ({ phone, formerPhones }: OwnerProfile, now: Date): FormerPhones => [
  ...stillUndone(formerPhones, now),
  { phone, replacedAt: now.toISOString() },
];

type Change = { safeId: string; changedAt: Date };

/**
 * Brings back the number that was the owner's at a change that is undone; where none was replaced since, the first that
 * was replaced in the last days, perhaps by the same thief. False where none was.
 */
export async function restorePhone(tx: Tx, { vault, clock }: Platform, change: Change): Promise<boolean> {
  const { safeId, changedAt } = change;
  const { sealedProfile } = await lockProfile(tx, safeId);
  const { values } = await vault.keysOf(safeId, 'owner', tx);
  const { formerPhones, ...profile } = openProfile(values, safeId, sealedProfile);
  const replaced = stillUndone(formerPhones, clock.now());
  const former = replaced.find(({ replacedAt }) => new Date(replacedAt) >= changedAt) ?? replaced[0];
  if (!former) return false;
  await updateProfile(tx, safeId, sealProfile(values, safeId, { ...profile, phone: former.phone }));
  return true;
}
