import type { Answered, Received } from '@perenne/contract/endpoint';
import type { listShares as listSharesCall, Share } from '@perenne/contract/shares';
import { z } from 'zod';
import { DomainError } from '../../platform/domain-error.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { openCursor, sealCursor } from '../../platform/http/cursor.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentShares } from './present-share.ts';
import { selectRecipients } from './recipients/recipients.store.ts';
import { openRecipient, openShare } from './sealed-share.ts';
import { findShare, selectShares, type ShareRow } from './shares.store.ts';
import { folded, isActive } from './sharing.rules.ts';

type Query = Received<typeof listSharesCall>['query'];

/** The shares of a safe, the newest first. */
export async function listShares(
  platform: Platform,
  { safeId }: Owner,
  query: Query,
): Promise<Answered<typeof listSharesCall>> {
  const all = await selectShares(platform.db, safeId);
  const now = platform.clock.now();
  const ofStatus = all.filter((row) => !query.status || isActive(row, now) === (query.status === 'active'));
  const found = query.q ? await search(platform, { safeId, rows: ofStatus }, folded(query.q)) : ofStatus;
  const scope = { list: 'shares', owner: safeId };
  const after = query.cursor && openCursor(platform.secrets, scope, { cursor: query.cursor, position: z.string() });
  // Identifiers sort as their shares were made: one that is deleted meanwhile moves no page.
  const rest = after ? found.filter(({ shareId }) => shareId < after) : found;
  const rows = rest.slice(0, query.limit);
  const last = rest.length > rows.length ? rows.at(-1) : undefined;
  return {
    items: await presentShares(platform.db, platform, { safeId, rows }),
    nextCursor: last ? sealCursor(platform.secrets, scope, last.shareId) : null,
    total: found.length,
  };
}

/** Titles and addresses are sealed: those of one safe are opened and looked through. */
async function search(
  platform: Platform,
  { safeId, rows }: { safeId: string; rows: ShareRow[] },
  wanted: string,
): Promise<ShareRow[]> {
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const shareIds = rows.map(({ shareId }) => shareId);
  const recipients = Map.groupBy(await selectRecipients(platform.db, safeId, shareIds), ({ shareId }) => shareId);
  const holds = (text: string | null) => text !== null && folded(text).includes(wanted);
  return rows.filter(
    ({ shareId, sealed }) =>
      holds(openShare(values, shareId, sealed).title) ||
      recipients.get(shareId)?.some((row) => holds(openRecipient(values, row.recipientId, row.sealed).email)),
  );
}

/** @throws {DomainError} SharingNotFound */
export async function getShare(platform: Platform, { safeId }: Owner, shareId: string): Promise<Share> {
  const row = await findShare(platform.db, { safeId, shareId });
  const [share] = row ? await presentShares(platform.db, platform, { safeId, rows: [row] }) : [];
  if (!share) throw new DomainError('SharingNotFound');
  return share;
}
