import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { endCode, type CodeKey } from '../attempts/codes.ts';

const codeOf = (purpose: string, safeId: string): CodeKey => ({ purpose, owner: safeId, ofSafe: safeId });

export const emailChangeCodeOf = (safeId: string): CodeKey => codeOf('email-change', safeId);

/** Switches the payslips of an employer off or on. */
export const agreementCodeOf = (safeId: string): CodeKey => codeOf('agreement', safeId);

export const secondFactorCodeOf = (safeId: string): CodeKey => codeOf('second-factor', safeId);

/**
 * Codes that were sent before the password or the address changed change nothing any more. Those of a reset hold the
 * fingerprint of both, and end by themselves.
 */
export async function endOwnerCodes(tx: Tx, platform: Pick<Platform, 'secrets'>, safeId: string): Promise<void> {
  const keys = [emailChangeCodeOf(safeId), agreementCodeOf(safeId), secondFactorCodeOf(safeId)];
  await Promise.all(keys.map((key) => endCode(tx, platform, key)));
}
