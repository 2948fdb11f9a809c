import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { endCode, type CodeKey } from './codes.ts';

export const emailChangeCodeOf = (safeId: string): CodeKey => ({ purpose: 'email-change', owner: safeId });

export const secondFactorCodeOf = (safeId: string): CodeKey => ({ purpose: 'second-factor', owner: safeId });

/**
 * Codes that were sent before the password or the address changed change nothing any more. Those of a reset hold the
 * fingerprint of both, and end by themselves.
 */
export async function endOwnerCodes(tx: Tx, platform: Pick<Platform, 'secrets'>, safeId: string): Promise<void> {
  await Promise.all([emailChangeCodeOf(safeId), secondFactorCodeOf(safeId)].map((key) => endCode(tx, platform, key)));
}
