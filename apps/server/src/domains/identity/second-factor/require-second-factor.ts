import type { SecondFactorChallenge } from '@perenne/contract/second-factor';
import type { Bearer } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { readFactors } from './factor-record.ts';
import { keepSignIn, type SignInPurpose } from './pending-sign-in.ts';
import { countCodes } from './recovery-codes.store.ts';
import { passkeyQuestion } from './passkeys/web-authn.ts';

export type FirstFactor = {
  safeId: string;
  /** Only its browser can go on. */
  origin: Bearer;
  purpose: SignInPurpose;
  /** `proveSecondFactor` gives it back, as JSON keeps it. */
  subject: unknown;
};

/**
 * To be asked once a first factor (password, federation) is right, before anything is opened: what the
 * caller answers in place of a token, or null where the owner has no second factor.
 */
export async function requireSecondFactor(
  tx: Tx,
  platform: Platform,
  { safeId, origin, purpose, subject }: FirstFactor,
): Promise<SecondFactorChallenge | null> {
  const { totp, passkeys } = await readFactors(tx, platform, safeId);
  if (!totp && passkeys.length === 0) return null;
  const codes = await countCodes(tx, safeId);
  const passkeyOptions = passkeys.length > 0 ? await passkeyQuestion(platform.settings, passkeys) : undefined;
  const challenge = passkeyOptions?.challenge ?? null;
  return {
    signInId: await keepSignIn(tx, platform, { safeId, origin, purpose, subject, challenge }),
    methods: [
      ...(passkeyOptions ? (['PASSKEY'] as const) : []),
      ...(totp ? (['TOTP'] as const) : []),
      ...(codes && codes.left > 0 ? (['RECOVERY_CODE'] as const) : []),
    ],
    ...(passkeyOptions && { passkeyOptions }),
  };
}
