import type { Answered } from '@perenne/contract/endpoint';
import type { listSessions as listCall } from '@perenne/contract/identity';
import { z } from 'zod';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import { openJson } from '../../platform/sealing/values.ts';
import { describeAgent } from './agents.rules.ts';
import { deleteReturnsOf } from './federation/federation.store.ts';
import { sealedAgentPlace } from './sessions.ts';
import * as store from './sessions.store.ts';

const sealedAgent = z.object({ agent: z.string(), address: z.string() });

/** The devices that are signed in, the last seen first. */
export async function listSessions(platform: Platform, owner: Owner): Promise<Answered<typeof listCall>> {
  const { safeId } = owner;
  const rows = await store.listOpenSessions(platform.db, safeId, platform.clock.now());
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const items = rows.map(({ sessionId, openedAt, lastSeenAt, sealed }) => {
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
  return { items, nextCursor: null, total: items.length };
}

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
export const endAllSessions = (platform: Platform, { safeId, address }: Owner): Promise<void> =>
  platform.db.transaction().execute(async (tx) => {
    await store.closeSessions(tx, safeId, { now: platform.clock.now() });
    await appendJournal(tx, platform, {
      ...{ safeId, action: 'session.ended', actor: { kind: 'owner' } },
      details: { address },
    });
  });
