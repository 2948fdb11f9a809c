import type { Answered, Received } from '@perenne/contract/endpoint';
import type { listSessions as listCall } from '@perenne/contract/identity';
import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openJson } from '../../../platform/sealing/values.ts';
import { describeAgent } from './agents.rules.ts';
import { deleteReturnsOf } from '../federation/federation.store.ts';
import { sealedAgentPlace } from './sessions.ts';
import * as store from './sessions.store.ts';

const sealedAgent = z.object({ agent: z.string(), address: z.string() });

const position = z.object({ lastSeenAt: z.coerce.date(), sessionId: z.string() });

/** The devices that are signed in, the last seen first. */
export async function listSessions(
  platform: Platform,
  owner: Owner,
  { limit, cursor }: Received<typeof listCall>['query'],
): Promise<Answered<typeof listCall>> {
  const { safeId } = owner;
  const scope = { list: 'sessions', owner: safeId };
  const after = cursor === undefined ? null : openCursor(platform.secrets, scope, { cursor, position });
  const open = { safeId, now: platform.clock.now() };
  const [rows, total] = await Promise.all([
    store.listOpenSessions(platform.db, open, { after, limit }),
    store.countOpenSessions(platform.db, open),
  ]);
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const items = shown.map(({ sessionId, openedAt, lastSeenAt, sealed }) => {
    const place = sealedAgentPlace({ safeId, sessionId });
    const { agent, address } = sealedAgent.parse(openJson(values, place, sealed));
    return {
      id: sessionId,
      current: sessionId === owner.sessionId,
      openedAt: openedAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      ...describeAgent(agent),
      address,
    };
  });
  return { items, nextCursor: last ? sealCursor(platform.secrets, scope, positionOf(last)) : null, total };
}

const positionOf = ({ lastSeenAt, sessionId }: { lastSeenAt: Date; sessionId: string }) => ({ lastSeenAt, sessionId });

/** @throws {DomainError} EntityNotFound, for a session of another owner and one that is over too */
export const endSession = (platform: Platform, { safeId, address }: Owner, sessionId: string): Promise<void> =>
  platform.db.transaction().execute(async (tx) => {
    const isEnded = await store.closeSession(tx, { safeId, sessionId }, platform.clock.now());
    if (!isEnded) throw new DomainError('EntityNotFound');
    await deleteReturnsOf(tx, safeId);
    await appendJournal(tx, platform, {
      ...{ safeId, action: 'session.ended', actor: { kind: 'owner' }, objectId: sessionId },
      details: { address },
    });
  });

/** Everywhere, the device that asks included: one entry for all. */
export async function endAllSessions(platform: Platform, { safeId, address, session }: Owner): Promise<void> {
  await platform.db.transaction().execute(async (tx) => {
    await store.closeSessions(tx, safeId, { now: platform.clock.now() });
    await appendJournal(tx, platform, {
      ...{ safeId, action: 'session.ended', actor: { kind: 'owner' } },
      details: { address },
    });
  });
  session?.end();
}
