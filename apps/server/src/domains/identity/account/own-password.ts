import type { ErrorCode } from '@perenne/contract/errors';
import type { JournalEntry } from '@perenne/contract/journal';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findPasswordHash } from './accounts.store.ts';
import { refuseClosed, tryUnderGuards, type Guard } from '../attempts/guards.ts';

export type OwnPassword = {
  password: string;
  /** The path of the password in the request. */
  field: string;
  /** The action that asks for the password: a wrong one is a refused entry of it. */
  action: JournalEntry['action'];
  /** The error once the door is closed. Default: `VerificationCodeRateLimitExceeded`. */
  closed?: ErrorCode;
};

/** Counts the wrong tries of an owner's password by who is signed in, whichever call takes it. */
export const ownPasswordGuard = (safeId: string, closed?: ErrorCode): Guard => ({
  ...{ purpose: 'own-password', owner: safeId, limits: { perHour: 5 } },
  ...(closed && { closed }),
});

/**
 * Asks an owner who is signed in for the password again. Wrong ones are counted together, whatever
 * they were given for, so that a stolen token guesses five times an hour.
 * @throws {DomainError} InvalidUserPassword; VerificationCodeRateLimitExceeded, or what `closed` says
 */
export async function assertOwnPassword(
  platform: Pick<Platform, 'db' | 'clock' | 'secrets' | 'vault' | 'passwords'>,
  { safeId, address }: Pick<Owner, 'safeId' | 'address'>,
  { password, field, action, closed }: OwnPassword,
): Promise<void> {
  const guard = ownPasswordGuard(safeId, closed);
  await refuseClosed(platform, [guard]);
  const verified = await findPasswordHash(platform.db, safeId);
  const matches = await platform.passwords.verify(verified ?? null, password, address);
  await tryUnderGuards(platform, [guard], async (tx) => {
    // The password may have been changed while this one was being verified.
    if (matches && verified === (await findPasswordHash(tx, safeId))) return undefined;
    await appendJournal(tx, platform, {
      ...{ safeId, action, actor: { kind: 'owner' }, result: 'refused' },
      details: { address },
    });
    return new DomainError('InvalidUserPassword', { field });
  });
}
