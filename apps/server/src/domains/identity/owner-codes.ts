import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { endCode, type CodeKey } from './codes.ts';

export const emailChangeCodeOf = (safeId: string): CodeKey => ({ purpose: 'email-change', owner: safeId });

/** Switches the payslips of an employer off or on. */
export const agreementCodeOf = (safeId: string): CodeKey => ({ purpose: 'agreement', owner: safeId });

export const secondFactorCodeOf = (safeId: string): CodeKey => ({ purpose: 'second-factor', owner: safeId });

/**
 * Codes that were sent before the password or the address changed change nothing any more. Those of a reset hold the
 * fingerprint of both, and end by themselves.
 */
export async function endOwnerCodes(tx: Tx, platform: Pick<Platform, 'secrets'>, safeId: string): Promise<void> {
  const keys = [emailChangeCodeOf(safeId), agreementCodeOf(safeId), secondFactorCodeOf(safeId)];
  await Promise.all(keys.map((key) => endCode(tx, platform, key)));
}
