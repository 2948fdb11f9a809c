import { DomainError } from '../../../platform/domain-error.ts';
import type { Authenticate, Bearer, Origin, Owner } from '../../../platform/http/actors.ts';
import { newId } from '../../../platform/identifiers.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { sealJson } from '../../../platform/sealing/values.ts';
import { cancelClosing } from '../closing/closing.ts';
import { noteDevice } from './devices.ts';
import { sessionEnd, sessionIdleMs, sessionLongestMs } from '../account/identity.rules.ts';
import { keepKnownBrowser, knownBrowserOf, newKnownBrowser } from '../password/password-tries/known-browsers.ts';
import * as store from './sessions.store.ts';

export type OpenedSession = {
  safeId: string;
  sessionId: string;
  endsAt: Date;
  origin: Origin;
  /** The name by which the browser is known to the account from now on; null for a client that is none. */
  knownBrowser: string | null;
};

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
  const isBrowser = (origin.session?.browser ?? null) !== null;
  const knownBrowser = isBrowser ? (knownBrowserOf(platform, origin, safeId) ?? newKnownBrowser()) : null;
  const sealedAgent = sealJson(values, sealedAgentPlace({ safeId, sessionId }), { agent, address });
  const entry = { safeId, actor: { kind: 'owner' }, action: 'session.opened', objectId: sessionId } as const;
  await Promise.all([
    store.insertSession(tx, { safeId, sessionId, openedAt, endsAt, sealedAgent }),
    appendJournal(tx, platform, { ...entry, details: { address } }),
    noteDevice(tx, platform, { safeId, agent, knownBrowser }),
    cancelClosing(tx, platform, { safeId, address }),
  ]);
  return { safeId, sessionId, endsAt, origin, knownBrowser };
}

export const sealedAgentPlace = ({ safeId, sessionId }: { safeId: string; sessionId: string }) => ({
  table: 'sessions',
  column: 'sealed_agent',
  row: `${safeId}/${sessionId}`,
});

const noBrowser: Bearer = { browser: null };

/** Once the session is committed: binds it to a new cookie, and has the browser know the account again. */
export function issueAuthToken(platform: Platform, session: OpenedSession): Promise<string> {
  const { safeId, origin, knownBrowser } = session;
  const bearer = origin.session?.renew() ?? noBrowser;
  const token = issueToken(platform, session, bearer);
  if (knownBrowser !== null) keepKnownBrowser(platform, origin, { safeId, knownBrowser });
  return token;
}

type TokenOf = Pick<OpenedSession, 'safeId' | 'sessionId' | 'endsAt'>;

const issueToken = ({ tokens }: Platform, { safeId, sessionId, endsAt }: TokenOf, bearer: Bearer): Promise<string> =>
  tokens.issue('auth', { sub: safeId, sid: sessionId, expiresAt: endsAt }, bearer);

/** A token opens what its session opens: the row is read at each request. */
export const authenticateOwner =
  ({ tokens, clock, db }: Platform): Authenticate<Owner> =>
  async (token, origin) => {
    const claims = await tokens.read('auth', token, origin.session ?? noBrowser);
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
  return issueToken(platform, { safeId, sessionId, endsAt: refreshed.endsAt }, owner.session ?? noBrowser);
}

/** Ends the session, and with it every token that was issued for it. */
export async function closeSession(platform: Platform, owner: Owner): Promise<void> {
  const { safeId, sessionId, address, session } = owner;
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
  session?.end();
}
