import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { findOwner } from '../owner.ts';
import type { OpenedSession } from '../sessions.ts';
import { keepFederatedSession } from './federated-sessions.ts';
import { isOwnerOf } from './federation.rules.ts';
import { findLinkedAccount } from './federation.store.ts';
import { identityTagOf, linkIdentity } from './links.ts';
import type { CompletedFederation } from './returns.ts';

export type FederationWarning = 'FranceConnectError';

/** `federated` is what this server completed for this browser, never what a page says. */
type SignIn = { session: OpenedSession; federated: CompletedFederation; address: string };

/**
 * What a session owes to the federation, in its transaction. The identity is linked where e-mail and
 * birth date are both the account's; where they are not, the session goes on with a warning.
 */
export async function settleFederation(tx: Tx, platform: Platform, signIn: SignIn): Promise<FederationWarning[]> {
  if (!(await isOrBecomesLinked(tx, platform, signIn))) return ['FranceConnectError'];
  const { safeId, sessionId } = signIn.session;
  await keepFederatedSession(tx, platform, { safeId, sessionId, idToken: signIn.federated.idToken });
  return [];
}

async function isOrBecomesLinked(tx: Tx, platform: Platform, { session, federated, address }: SignIn) {
  const { safeId } = session;
  const { person } = federated;
  const linked = await findLinkedAccount(tx, identityTagOf(platform, person));
  if (linked) return linked.safeId === safeId;
  const owner = await findOwner(tx, platform, safeId);
  return owner !== null && isOwnerOf(owner, person) && linkIdentity(tx, platform, { safeId, person, address });
}
