import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { ShareKey } from './shares.store.ts';

const columns = [
  'share_id as shareId',
  'recipient_id as recipientId',
  'sealed',
  'link_id as linkId',
  'delivery',
  'message_id as messageId',
  'first_opened_at as firstOpenedAt',
  'last_opened_at as lastOpenedAt',
] as const;

/** Those of shares of one safe, in the order in which they were named. */
export const selectRecipients = (db: Db | Tx, safeId: string, shareIds: readonly string[]) =>
  db
    .selectFrom('share_recipients')
    .select(columns)
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`share_id = any(${shareIds}::uuid[])`)
    .orderBy('share_id')
    .orderBy('position')
    .execute();

export type RecipientRow = Awaited<ReturnType<typeof selectRecipients>>[number];

/** A new link for a recipient: the one before opens nothing. */
export const setLink = (tx: Tx, { safeId, shareId }: ShareKey, link: { recipientId: string; linkId: string }) =>
  tx
    .updateTable('share_recipients')
    .set({ link_id: link.linkId })
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .where('recipient_id', '=', link.recipientId)
    .execute();

type Queued = { recipientId: string; messageId: string };

/** They are to be written to again, each by a message of its own. */
export const queueRecipients = (tx: Tx, { safeId, shareId }: ShareKey, recipients: readonly Queued[]) =>
  sql`
    update share_recipients r set delivery = 'QUEUED', message_id = q.message_id
    from unnest(
      ${recipients.map(({ recipientId }) => recipientId)}::uuid[], ${recipients.map(({ messageId }) => messageId)}::uuid[]
    ) as q (recipient_id, message_id)
    where r.safe_id = ${safeId} and r.share_id = ${shareId} and r.recipient_id = q.recipient_id`.execute(tx);

/** False once it was sent or given up, or another message has replaced it. */
export async function isWaiting(
  db: Db,
  { safeId, shareId }: ShareKey,
  { recipientId, messageId }: Queued,
): Promise<boolean> {
  const row = await db
    .selectFrom('share_recipients')
    .select('delivery')
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .where('recipient_id', '=', recipientId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  return row?.delivery === 'QUEUED';
}

/** Returns false for a message that another one has replaced meanwhile, or whose fate is recorded already. */
export async function setDelivery(
  db: Db | Tx,
  { safeId, shareId }: ShareKey,
  { recipientId, messageId, delivery }: Queued & { delivery: 'SENT' | 'FAILED' },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('share_recipients')
    .set({ delivery })
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .where('recipient_id', '=', recipientId)
    .where('message_id', '=', messageId)
    .where('delivery', '=', 'QUEUED')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
