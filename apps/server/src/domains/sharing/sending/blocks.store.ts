import type { BlockScope } from '@perenne/contract/senders';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

export type Blocked = { safeId: string; blockTag: Buffer };
type BlockLink = Blocked & { tokenTag: Buffer; scope: BlockScope; expiresAt: Date };

/** A message that is sent again has the link that it had. */
export const insertBlockLink = (db: Db, { tokenTag, safeId, blockTag, scope, expiresAt }: BlockLink) =>
  db
    .insertInto('block_links')
    .values({ token_tag: tokenTag, safe_id: safeId, block_tag: blockTag, scope, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('token_tag').doNothing())
    .execute();

/** Found by its token, whichever the safe: the token is all that its holder has. */
export const findBlockLink = (db: Db | Tx, tokenTag: Buffer, now: Date) =>
  db
    .selectFrom('block_links')
    .select(['safe_id as safeId', 'block_tag as blockTag', 'scope'])
    .where('token_tag', '=', tokenTag)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Nothing where the safe is gone: it writes to nobody any more. */
export const insertBlockedSender = (tx: Tx, { safeId, blockTag }: Blocked, now: Date) =>
  sql`
    insert into blocked_senders (safe_id, block_tag, blocked_at)
    select safe_id, ${blockTag}, ${now} from safes where safe_id = ${safeId}
    on conflict (safe_id, block_tag) do nothing`.execute(tx);

export const insertClosedAddress = (tx: Tx, blockTag: Buffer, now: Date) =>
  tx
    .insertInto('closed_addresses')
    .values({ block_tag: blockTag, blocked_at: now })
    .onConflict((conflict) => conflict.column('block_tag').doNothing())
    .execute();

type Written = { safeId: string; blockTags: readonly Buffer[] };

export async function hasBlock(db: Db | Tx, { safeId, blockTags }: Written): Promise<boolean> {
  const { rows } = await sql`
    select 1 from closed_addresses where block_tag = any(${blockTags}::bytea[])
    union all
    select 1 from blocked_senders where safe_id = ${safeId} and block_tag = any(${blockTags}::bytea[])`.execute(db);
  return rows.length > 0;
}

/** A person who blocked a safe has blocked the one that receives it; the links of its mails block that one too. */
export async function moveBlocks(tx: Tx, { safeId, fromSafeId }: { safeId: string; fromSafeId: string }) {
  await sql`
    insert into blocked_senders (safe_id, block_tag, blocked_at)
    select ${safeId}, block_tag, blocked_at from blocked_senders where safe_id = ${fromSafeId}
    on conflict (safe_id, block_tag) do nothing`.execute(tx);
  await tx.updateTable('block_links').set({ safe_id: safeId }).where('safe_id', '=', fromSafeId).execute();
}

/** Writes to a mailbox again, whoever was blocked. Returns how many blocks there were. */
export async function deleteBlocksOf(tx: Tx, blockTags: readonly Buffer[]): Promise<number> {
  const closed = await tx.deleteFrom('closed_addresses').where('block_tag', 'in', blockTags).executeTakeFirst();
  const blocked = await tx.deleteFrom('blocked_senders').where('block_tag', 'in', blockTags).executeTakeFirst();
  return Number(closed.numDeletedRows + blocked.numDeletedRows);
}

export const deleteOldBlockLinks = (db: Db, now: Date) =>
  db.deleteFrom('block_links').where('expires_at', '<=', now).execute();
