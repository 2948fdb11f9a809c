import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { ShareKey } from '../shares.store.ts';

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

type Link = { recipientId: string; linkId: string; referenceTag: Buffer };

/** The link of a recipient: another one before it opens nothing any more. */
export const setLink = (tx: Tx, { safeId, shareId }: ShareKey, link: Link) =>
  tx
    .updateTable('share_recipients')
    .set({ link_id: link.linkId, reference_tag: link.referenceTag })
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .where('recipient_id', '=', link.recipientId)
    .execute();

/** For a link that was made before links had references. */
export const keepReference = (db: Db, { safeId, shareId }: ShareKey, { recipientId, linkId, referenceTag }: Link) =>
  db
    .updateTable('share_recipients')
    .set({ reference_tag: referenceTag })
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .where('recipient_id', '=', recipientId)
    .where('link_id', '=', linkId)
    .where('reference_tag', 'is', null)
    .execute();

/** Found by the reference of its link, whichever the safe: it is all that its holder has. */
export const findSharedByReference = (db: Db, referenceTag: Buffer) =>
  db
    .selectFrom('share_recipients as r')
    .innerJoin('shares as s', (join) =>
      join.onRef('s.safe_id', '=', 'r.safe_id').onRef('s.share_id', '=', 'r.share_id'),
    )
    .select(['r.safe_id as safeId', 'r.link_id as linkId', 's.state', 's.expires_at as expiresAt'])
    .where('r.reference_tag', '=', referenceTag)
    .executeTakeFirst();

type Queued = { recipientId: string; messageId: string };

/** They are to be written to again, each by a message of its own. */
export const queueRecipients = (tx: Tx, { safeId, shareId }: ShareKey, recipients: readonly Queued[]) =>
  sql`
    update share_recipients r set delivery = 'QUEUED', message_id = q.message_id
    from unnest(
      ${recipients.map(({ recipientId }) => recipientId)}::uuid[], ${recipients.map(({ messageId }) => messageId)}::uuid[]
    ) as q (recipient_id, message_id)
    where r.safe_id = ${safeId} and r.share_id = ${shareId} and r.recipient_id = q.recipient_id`.execute(tx);

/** False once it was sent or given up, another message has replaced it, or its share has ended. */
export async function isWaiting(
  db: Db,
  { safeId, shareId }: ShareKey,
  { recipientId, messageId, now }: Queued & { now: Date },
): Promise<boolean> {
  const row = await db
    .selectFrom('share_recipients as r')
    .innerJoin('shares as s', (join) =>
      join.onRef('s.safe_id', '=', 'r.safe_id').onRef('s.share_id', '=', 'r.share_id'),
    )
    .select('r.delivery')
    .where('r.safe_id', '=', safeId)
    .where('r.share_id', '=', shareId)
    .where('r.recipient_id', '=', recipientId)
    .where('r.message_id', '=', messageId)
    .where('s.state', '=', 'active')
    .where('s.expires_at', '>', now)
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
