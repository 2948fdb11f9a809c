import type { Share } from '@perenne/contract/shares';
import type { Platform } from '../../platform/platform.ts';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { listHeld, openHeld, type ListedHeld } from '../documents/documents.ts';
import { selectRecipients, type RecipientRow } from './recipients/recipients.store.ts';
import { openRecipient, openShare, type ShareSecrets } from './sealed-share.ts';
import type { ShareRow } from './shares.store.ts';
import { isActive, isWatermarked } from './sharing.rules.ts';

type Parts = { row: ShareRow; recipients: readonly RecipientRow[]; documents: readonly ShownDocument[] };
type ShownDocument = Pick<ListedHeld, 'documentId' | 'sealed' | 'sizeBytes' | 'isDeleted'>;

/** A share as its owner sees it. */
export function presentShare(keys: SafeKeys, { row, recipients, documents }: Parts, now: Date): Share {
  const secrets = openShare(keys.values, row.shareId, row.sealed);
  const { title, message, sender, purpose, watermark } = secrets;
  return {
    ...{ id: row.shareId, title, message, sender, purpose, watermark, mode: row.mode },
    recipients: row.mode === 'LINK' ? [] : recipients.map((recipient) => presentRecipient(keys, recipient)),
    sentAt: row.createdAt.toISOString(),
    expirationDate: row.expiresAt.toISOString(),
    documentCount: row.documentCount,
    documents: documents.map((held) => presentDocument(keys, held, secrets)),
    opened: {
      count: recipients.filter(({ firstOpenedAt }) => firstOpenedAt !== null).length,
      total: recipients.length,
    },
    status: isActive(row, now) ? 'active' : 'expired',
    securityCode: row.securityTag !== null,
  };
}

function presentRecipient({ values }: SafeKeys, row: RecipientRow): Share['recipients'][number] {
  const { email, phone } = openRecipient(values, row.recipientId, row.sealed);
  return {
    id: row.recipientId,
    email: email ?? '',
    ...(phone !== null && { phone }),
    ...(row.firstOpenedAt && { openedAt: row.firstOpenedAt.toISOString() }),
    ...(row.lastOpenedAt && { lastOpenedAt: row.lastOpenedAt.toISOString() }),
    delivery: row.delivery,
  };
}

function presentDocument(keys: SafeKeys, row: ShownDocument, share: ShareSecrets): Share['documents'][number] {
  const opened = openHeld(keys, row);
  const { title, type, mimeType, fileName } = opened.secrets;
  return {
    ...{ id: row.documentId, title, type, mimeType, fileName, size: row.sizeBytes, deleted: row.isDeleted },
    watermarked: isWatermarked(share, opened),
  };
}

/** Shares of one safe with all that belongs to them. */
export async function presentShares(
  db: Db | Tx,
  platform: Platform,
  { safeId, rows }: { safeId: string; rows: readonly ShareRow[] },
): Promise<Share[]> {
  const shareIds = rows.map(({ shareId }) => shareId);
  const [keys, recipients, documents] = await Promise.all([
    platform.vault.keysOf(safeId, 'owner'),
    selectRecipients(db, safeId, shareIds),
    listHeld(
      db,
      shareIds.map((holderId) => ({ safeId, holderId })),
    ),
  ]);
  const recipientsOf = Map.groupBy(recipients, ({ shareId }) => shareId);
  const documentsOf = Map.groupBy(documents, ({ holderId }) => holderId);
  return rows.map((row) =>
    presentShare(
      keys,
      { row, recipients: recipientsOf.get(row.shareId) ?? [], documents: documentsOf.get(row.shareId) ?? [] },
      platform.clock.now(),
    ),
  );
}
