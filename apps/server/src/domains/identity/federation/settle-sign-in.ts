import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { findOwner } from '../account/owner.ts';
import type { OpenedSession } from '../sessions/sessions.ts';
import { keepFederatedSession } from './federated-sessions.ts';
import { isOwnerOf } from './federation.rules.ts';
import { linkIdentity } from './links.ts';
import type { CompletedFederation } from './returns.ts';

export type FederationWarning = 'FranceConnectError';

/** `federated` is what this server completed for this browser, never what a page says. */
type SignIn = { session: OpenedSession; federated: CompletedFederation; address: string };

/**
 * Does what a session owes to the federation, in its transaction. The identity is linked if e-mail and birth date are
 * both the account's; if they are not, the session goes on with a warning.
 */
export async function settleFederation(
  tx: Tx,
  platform: Platform,
  { session, federated, address }: SignIn,
): Promise<FederationWarning[]> {
  const { safeId, sessionId } = session;
  const keep = () => keepFederatedSession(tx, platform, { safeId, sessionId, federated });
  if (await keep()) return [];
  const { person } = federated;
  const owner = await findOwner(tx, platform, safeId);
  const isLinked = owner && isOwnerOf(owner, person) && (await linkIdentity(tx, platform, { safeId, person, address }));
  return isLinked && (await keep()) ? [] : ['FranceConnectError'];
}
