import type { Answer } from '@perenne/contract/endpoint';
import type { getSecondFactor } from '@perenne/contract/second-factor';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readFactors } from './factor-record.ts';
import { presentPasskey } from './passkeys/passkeys.ts';
import { countCodes } from './recovery-codes.store.ts';

/** The factors that an owner has besides the password. */
export async function readSecondFactor(platform: Platform, { safeId }: Owner): Promise<Answer<typeof getSecondFactor>> {
  const { totp, passkeys } = await readFactors(platform.db, platform, safeId);
  const codes = await countCodes(platform.db, safeId);
  return {
    totp: totp && { addedAt: totp.addedAt.toISOString() },
    passkeys: passkeys.map(presentPasskey),
    recoveryCodes: codes && { left: codes.left, madeAt: codes.madeAt.toISOString() },
  };
}
