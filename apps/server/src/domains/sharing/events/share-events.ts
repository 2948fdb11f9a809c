import type { Answered, Received } from '@perenne/contract/endpoint';
import type {
  listShareEvents as listShareEventsCall,
  findSharesOf as findSharesOfCall,
} from '@perenne/contract/shares';
import { z } from 'zod';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findHolders, listHeld, openHeld } from '../../documents/documents.ts';
import { selectRecipients } from '../recipients/recipients.store.ts';
import { openRecipient, openShare } from '../sealed-share.ts';
import { countEvents, selectEvents } from './share-events.store.ts';
import { findShare, selectShares } from '../shares.store.ts';
import { isActive } from '../sharing.rules.ts';

type Asked = { shareId: string; query: Received<typeof listShareEventsCall>['query'] };

/** Lists who opened a share, and who read what. @throws {DomainError} SharingNotFound */
export async function listShareEvents(
  platform: Platform,
  { safeId }: Owner,
  { shareId, query }: Asked,
): Promise<Answered<typeof listShareEventsCall>> {
  const key = { safeId, shareId };
  const { db, secrets } = platform;
  const scope = { list: 'share-events', owner: `${safeId}/${shareId}` };
  const after = query.cursor && openCursor(secrets, scope, { cursor: query.cursor, position: z.string() });
  const [share, rows, total, namesOf] = await Promise.all([
    findShare(db, key),
    selectEvents(db, key, { limit: query.limit, ...(after && { after }) }),
    countEvents(db, key),
    readNames(platform, key),
  ]);
  if (!share) throw new DomainError('SharingNotFound');
  const shown = rows.slice(0, query.limit);
  const last = rows.length > shown.length ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => ({ id: row.eventId, at: row.at.toISOString(), kind: row.kind, ...namesOf(row) })),
    nextCursor: last ? sealCursor(secrets, scope, last.eventId) : null,
    total,
  };
}

/** Recipients and documents by name, those that are there. */
async function readNames(platform: Platform, { safeId, shareId }: { safeId: string; shareId: string }) {
  const [keys, recipients, documents] = await Promise.all([
    platform.vault.keysOf(safeId, 'owner'),
    selectRecipients(platform.db, safeId, [shareId]),
    listHeld(platform.db, [{ safeId, holderId: shareId }]),
  ]);
  const emails = new Map(
    recipients.map((row) => [row.recipientId, openRecipient(keys.values, row.recipientId, row.sealed).email]),
  );
  const titles = new Map(documents.map((row) => [row.documentId, openHeld(keys, row).secrets.title]));
  return ({ recipientId, documentId }: { recipientId: string; documentId: string | null }) => {
    const email = emails.get(recipientId);
    const title = documentId === null ? undefined : titles.get(documentId);
    return {
      ...(email && { recipient: { id: recipientId, email } }),
      ...(documentId !== null && { document: { id: documentId, ...(title !== undefined && { title }) } }),
    };
  };
}

/** The active shares that hold any of these documents, or what is in these folders. */
export async function findSharesOf(
  platform: Platform,
  { safeId }: Owner,
  asked: { documents: readonly string[]; folders: readonly string[] },
): Promise<Answered<typeof findSharesOfCall>> {
  const [keys, holders, rows] = await Promise.all([
    platform.vault.keysOf(safeId, 'owner'),
    findHolders(platform.db, safeId, asked),
    selectShares(platform.db, safeId),
  ]);
  const counts = new Map(holders.map(({ holderId, documentCount }) => [holderId, documentCount]));
  const living = rows.filter((row) => counts.has(row.shareId) && isActive(row, platform.clock.now()));
  return {
    items: living.map(({ shareId, sealed, expiresAt }) => ({
      id: shareId,
      title: openShare(keys.values, shareId, sealed).title,
      expirationDate: expiresAt.toISOString(),
      documentCount: counts.get(shareId) ?? 1,
    })),
  };
}
