import { actOnDue } from '../../platform/jobs/act-on-due.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { destroySafe } from '../documents/documents.ts';
import { releaseEmployees } from '../employers/employers.ts';
import { removeExports } from '../exports/exports.ts';
import { listDueSafes, removeAccount } from '../identity/identity.ts';

/** The safes whose 30 days are over, each in a transaction of its own. Returns how many there were. */
export function destroyDueSafes(platform: Platform, signal?: AbortSignal): Promise<number> {
  const work = {
    select: () => listDueSafes(platform),
    idsOf: (safeId: string) => ({ safeId }),
    act: async (safeId: string) => {
      const isDestroyed = await platform.db.transaction().execute((tx) => destroy(tx, platform, safeId));
      if (isDestroyed) platform.vault.forget(safeId);
      return isDestroyed;
    },
    failure: 'a safe whose 30 days are over could not be destroyed',
  };
  return actOnDue(platform, work, signal);
}

/** Employees before the safe, as a deposit takes them: neither waits for the other. */
async function destroy(tx: Tx, platform: Platform, safeId: string): Promise<boolean> {
  if (!(await removeAccount(tx, platform, safeId))) return false;
  await releaseEmployees(tx, safeId);
  await removeExports(tx, platform, safeId);
  await destroySafe(tx, platform, safeId);
  return true;
}
