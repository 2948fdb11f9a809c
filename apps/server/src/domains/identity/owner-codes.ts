import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { endCode, type CodeKey } from './codes.ts';
import { normaliseEmail } from './identity.rules.ts';

/** Belongs to the address, known or unknown: both are counted alike. */
export const resetCodeOf = (email: string): CodeKey => ({ purpose: 'password-reset', owner: normaliseEmail(email) });

export const emailChangeCodeOf = (safeId: string): CodeKey => ({ purpose: 'email-change', owner: safeId });

/** Switches the payslips of an employer off or on. */
export const agreementCodeOf = (safeId: string): CodeKey => ({ purpose: 'agreement', owner: safeId });

/** Codes that were sent before the password or the address changed change nothing any more. */
export async function endOwnerCodes(
  tx: Tx,
  platform: Pick<Platform, 'secrets'>,
  { safeId, email }: { safeId: string; email: string },
): Promise<void> {
  const keys = [resetCodeOf(email), emailChangeCodeOf(safeId), agreementCodeOf(safeId)];
  await Promise.all(keys.map((key) => endCode(tx, platform, key)));
}
