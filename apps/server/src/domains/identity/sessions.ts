import { DomainError } from '../../platform/domain-error.ts';
import type { Authenticate, Bearer, Origin, Owner } from '../../platform/http/actors.ts';
import { newId } from '../../platform/identifiers.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { sealJson } from '../../platform/sealing/values.ts';
import { cancelClosing } from './closing.ts';
import { noteDevice } from './devices.ts';
import { sessionEnd, sessionIdleMs, sessionLongestMs } from './identity.rules.ts';
import * as store from './sessions.store.ts';

export type OpenedSession = { safeId: string; sessionId: string; endsAt: Date; origin: Bearer };

/** Signs an owner in, in the transaction of what let them in. */
export async function openSession(
  tx: Tx,
  platform: Platform,
  { safeId, origin }: { safeId: string; origin: Origin },
): Promise<OpenedSession> {
  const openedAt = platform.clock.now();
  const sessionId = newId(platform.clock);
  const endsAt = sessionEnd(openedAt, openedAt);
  const { values } = await platform.vault.keysOf(safeId, 'owner', tx);
  const { agent, address } = origin;
  const sealedAgent = sealJson(values, sealedAgentPlace({ safeId, sessionId }), { agent, address });
  const entry = { safeId, actor: { kind: 'owner' }, action: 'session.opened', objectId: sessionId } as const;
  await Promise.all([
    store.insertSession(tx, { safeId, sessionId, openedAt, endsAt, sealedAgent }),
    appendJournal(tx, platform, { ...entry, details: { address } }),
    noteDevice(tx, platform, { safeId, origin }),
    cancelClosing(tx, platform, { safeId, address }),
  ]);
  return { safeId, sessionId, endsAt, origin };
}

export const sealedAgentPlace = ({ safeId, sessionId }: { safeId: string; sessionId: string }) => ({
  table: 'sessions',
  column: 'sealed_agent',
  row: `${safeId}/${sessionId}`,
});

/** Once the session is committed. */
export const issueAuthToken = ({ tokens }: Platform, session: OpenedSession): Promise<string> =>
  tokens.issue('auth', { sub: session.safeId, sid: session.sessionId, expiresAt: session.endsAt }, session.origin);

/** A token opens what its session opens: the row is read at each request. */
export const authenticateOwner =
  ({ tokens, clock, db }: Platform): Authenticate<Owner> =>
  async (token, origin) => {
    const claims = await tokens.read('auth', token, origin);
    if (!claims) return null;
    const { sub: safeId, sid: sessionId, jti: tokenId } = claims;
    const isOpen = await store.isSessionOpen(db, { safeId, sessionId }, clock.now());
    return isOpen ? { kind: 'owner', safeId, sessionId, tokenId, ...origin } : null;
  };

/** A new token; the one before stays good until it expires. */
export async function refreshSession(platform: Platform, owner: Owner): Promise<string> {
  const { safeId, sessionId } = owner;
  const now = platform.clock.now();
  const idleEnd = new Date(now.getTime() + sessionIdleMs);
  const refreshed = await store.refreshSession(platform.db, {
    ...{ safeId, sessionId, now, idleEnd },
    longestMs: sessionLongestMs,
  });
  if (!refreshed) throw new DomainError('AuthTokenNotValid');
  return issueAuthToken(platform, { safeId, sessionId, endsAt: refreshed.endsAt, origin: owner });
}

/** Ends the session, and with it every token that was issued for it. */
export async function closeSession(platform: Platform, { safeId, sessionId, address }: Owner): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    const isClosed = await store.closeSession(tx, { safeId, sessionId }, platform.clock.now());
    if (!isClosed) return;
    await appendJournal(tx, platform, {
      safeId,
      actor: { kind: 'owner' },
      action: 'session.closed',
      objectId: sessionId,
      details: { address },
    });
  });
}
