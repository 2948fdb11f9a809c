import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openProfile, sealProfile, type OwnerProfile } from './account-record.ts';
import { lockProfile, updateProfile } from './accounts.store.ts';
import { undoMs } from '../attempts/guards.rules.ts';

/**
 * The number that an undo brings back once the present one is replaced: the first of those that were replaced in the
 * last days, each of them within the days of the next. It stays as long as the link that undoes the newest change.
 */
export function formerPhoneOf({ phone, formerPhone }: OwnerProfile, now: Date): OwnerProfile['formerPhone'] {
  const isKept = formerPhone && new Date(formerPhone.until) > now;
  return { phone: isKept ? formerPhone.phone : phone, until: new Date(now.getTime() + undoMs).toISOString() };
}

/** Brings back the number that was replaced in the last days. False where none was. */
export async function restorePhone(tx: Tx, { vault, clock }: Platform, safeId: string): Promise<boolean> {
  const { sealedProfile } = await lockProfile(tx, safeId);
  const { values } = await vault.keysOf(safeId, 'owner', tx);
  const { formerPhone, ...profile } = openProfile(values, safeId, sealedProfile);
  if (!formerPhone || new Date(formerPhone.until) <= clock.now()) return false;
  await updateProfile(tx, safeId, sealProfile(values, safeId, { ...profile, phone: formerPhone.phone }));
  return true;
}
