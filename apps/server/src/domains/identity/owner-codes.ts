import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { endCode, type CodeKey } from './codes.ts';
import { normaliseEmail } from './identity.rules.ts';
import { deletePendingOf } from './second-factor/pending-sign-ins.store.ts';

/** Belongs to the address, known or unknown: both are counted alike. */
export const resetCodeOf = (email: string): CodeKey => ({ purpose: 'password-reset', owner: normaliseEmail(email) });

export const emailChangeCodeOf = (safeId: string): CodeKey => ({ purpose: 'email-change', owner: safeId });

/** What was sent, or begun, before the password or the address changed no longer leads anywhere. */
export async function endOwnerCodes(
  tx: Tx,
  platform: Pick<Platform, 'secrets'>,
  { safeId, email }: { safeId: string; email: string },
): Promise<void> {
  await deletePendingOf(tx, safeId);
  await Promise.all([resetCodeOf(email), emailChangeCodeOf(safeId)].map((key) => endCode(tx, platform, key)));
}
