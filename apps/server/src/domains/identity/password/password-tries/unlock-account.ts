import { DomainError } from '../../../../platform/domain-error.ts';
import type { Guest } from '../../../../platform/http/actors.ts';
import { appendJournal } from '../../../../platform/journal/journal.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { keepKnownBrowser, newKnownBrowser } from './known-browsers.ts';
import { takeUnlockLink } from './password-tries.store.ts';
import { unlockTag } from './send-unlock-link.ts';

/**
 * Opens the way by password again for the browser that follows the link of the mail: from now on it is known to the
 * account, with a count of its own. The way of strangers stays closed.
 * @throws {DomainError} EntityNotFound for a link that has served, is over or never was
 */
export async function unlockAccount(platform: Platform, guest: Guest, token: string): Promise<void> {
  const { safeId } = await platform.db.transaction().execute(async (tx) => {
    const taken = await takeUnlockLink(tx, unlockTag(platform.secrets, token), platform.clock.now());
    if (!taken) throw new DomainError('EntityNotFound', { field: 'token' });
    const entry = { safeId: taken.safeId, action: 'account.unlocked', actor: { kind: 'owner' } } as const;
    await appendJournal(tx, platform, { ...entry, details: { address: guest.address } });
    return taken;
  });
  keepKnownBrowser(platform, guest, { safeId, knownBrowser: newKnownBrowser() });
}
