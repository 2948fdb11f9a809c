import { createHash } from 'node:crypto';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openText, sealValue } from '../../../platform/sealing/values.ts';
import { newCookieSecret } from './cookies.ts';
import { federationMs } from './federation.rules.ts';
import * as store from './federation.store.ts';
import { identityTagOf } from './links.ts';
import type { CompletedFederation } from './returns.ts';
import { viaFederation } from './via-federation.ts';

type SessionKey = { safeId: string; sessionId: string };

/**
 * Notes that a session was opened through the federation, whose own session its id token ends. False
 * where that identity is not linked to the safe.
 */
export async function keepFederatedSession(
  tx: Tx,
  platform: Platform,
  { safeId, sessionId, federated }: SessionKey & { federated: CompletedFederation },
): Promise<boolean> {
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  return store.insertFederatedSession(tx, identityTagOf(platform, federated.person), {
    ...{ safeId, sessionId, signedInAt: platform.clock.now() },
    sealedIdToken: sealValue(values, placeOf({ safeId, sessionId }), federated.idToken),
  });
}

export type FederatedSession = { idToken: string; isRecent: boolean };

/** Null when the session was not opened through the federation. */
export async function findFederatedSession(platform: Platform, key: SessionKey): Promise<FederatedSession | null> {
  const found = await store.findFederatedSession(platform.db, key);
  if (!found) return null;
  const { values } = await platform.vault.keysOf(key.safeId, 'owner');
  const ageMs = platform.clock.now().getTime() - found.signedInAt.getTime();
  return { idToken: openText(values, placeOf(key), found.sealedIdToken), isRecent: ageMs < federationMs };
}

/** `state` is for the cookie that the browser is measured by when it comes back. */
export type FederatedSignOut = { logoutUrl: string; state: string | null };

/**
 * The address at which the browser ends the federation's own session. Ours goes on.
 * @throws {DomainError} FranceConnectError: the session was not opened through it; ServiceUnavailable
 */
export async function beginFederatedSignOut(platform: Platform, owner: Owner): Promise<FederatedSignOut> {
  const session = await findFederatedSession(platform, owner);
  if (!session) throw new DomainError('FranceConnectError');
  return signOutOf(platform, session);
}

export async function signOutOf(platform: Platform, { idToken }: FederatedSession): Promise<FederatedSignOut> {
  const state = newCookieSecret();
  return { logoutUrl: await viaFederation(platform, (federation) => federation.logoutUrl({ idToken, state })), state };
}

/** The cookie of a sign-out holds this: the state itself is only in the address. */
export const stateHash = (state: string): string => createHash('sha256').update(state).digest('base64url');

const placeOf = ({ safeId, sessionId }: SessionKey) => ({
  table: 'federated_sessions',
  column: 'sealed_id_token',
  row: `${safeId}/${sessionId}`,
});
