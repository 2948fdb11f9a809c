import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { lockPassword } from '../account/accounts.store.ts';
import { assertOwnPassword } from '../account/own-password.ts';
import { closeSessions } from '../sessions/sessions.store.ts';
import { findFederatedSession, signOutOf, type FederatedSession, type FederatedSignOut } from './federated-sessions.ts';
import { isFederated, unlinkIdentity } from './links.ts';

/**
 * Unlinks the identity of an owner, by the password or just after a sign-in through the federation.
 * Every session of the safe ends, and so does the federation's own.
 * @throws {DomainError} FranceConnectError: nothing is linked; InvalidUserPassword
 */
export async function deactivateFederation(
  platform: Platform,
  owner: Owner,
  password: string | undefined,
): Promise<FederatedSignOut> {
  const { safeId, address } = owner;
  if (!(await isFederated(platform.db, safeId))) throw new DomainError('FranceConnectError');
  const session = await findFederatedSession(platform, owner);
  await assertOwner(platform, owner, { password, isRecent: session?.isRecent === true });
  const signOut = await endOfSession(platform, session);
  await platform.db.transaction().execute(async (tx) => {
    // Sign-ins under way wait, then find nothing linked.
    await lockPassword(tx, safeId);
    // Before the link goes, by which the returns of the federation that end with them are found.
    await closeSessions(tx, safeId, { now: platform.clock.now() });
    if (!(await unlinkIdentity(tx, platform, { safeId, address }))) throw new DomainError('FranceConnectError');
  });
  owner.session?.end();
  return signOut;
}

async function assertOwner(
  platform: Platform,
  owner: Owner,
  { password, isRecent }: { password: string | undefined; isRecent: boolean },
): Promise<void> {
  if (password !== undefined)
    return assertOwnPassword(platform, owner, { password, field: 'password', action: 'federation.unlinked' });
  if (!isRecent) throw new DomainError('InvalidUserPassword', { field: 'password' });
}

/** A federation that is down keeps nobody linked: the browser then goes to the page of sign-in. */
async function endOfSession(platform: Platform, session: FederatedSession | null): Promise<FederatedSignOut> {
  const nowhere = { logoutUrl: new URL('/login', platform.settings.publicUrl).href, state: null };
  if (!session) return nowhere;
  try {
    return await signOutOf(platform, session);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'ServiceUnavailable') return nowhere;
    throw error;
  }
}
