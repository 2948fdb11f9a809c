import type { Db, Tx } from '../../../../platform/postgres/db.ts';

export type KnownBrowserKey = { safeId: string; browserTag: Buffer };

/** Zero where the browser has given no wrong password since its last right one. */
export async function countKnownBrowserTries(tx: Tx, { safeId, browserTag }: KnownBrowserKey): Promise<number> {
  const row = await tx
    .selectFrom('known_browser_tries')
    .select('wrong_passwords as count')
    .where('safe_id', '=', safeId)
    .where('browser_tag', '=', browserTag)
    .executeTakeFirst();
  return row?.count ?? 0;
}

export const putKnownBrowserTries = (
  tx: Tx,
  { safeId, browserTag }: KnownBrowserKey,
  { count, now }: { count: number; now: Date },
) =>
  tx
    .insertInto('known_browser_tries')
    .values({ safe_id: safeId, browser_tag: browserTag, wrong_passwords: count, last_tried_at: now })
    .onConflict((conflict) =>
      conflict.columns(['safe_id', 'browser_tag']).doUpdateSet({ wrong_passwords: count, last_tried_at: now }),
    )
    .execute();

type StrangersTries = { safeId: string; count: number; toldAt: Date | null };

/** The wrong passwords of all browsers that never signed in, and when the owner was last mailed of a closed way. */
export const updateStrangersTries = (tx: Tx, { safeId, count, toldAt }: StrangersTries) =>
  tx
    .updateTable('accounts')
    .set({ wrong_passwords: count, lock_told_at: toldAt })
    .where('safe_id', '=', safeId)
    .execute();

/** Forgets the tries of strangers and of every known browser; links that would open them are of no use any more. */
export async function reopenPasswordWays(tx: Tx, safeId: string): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ wrong_passwords: 0, lock_told_at: null })
    .where('safe_id', '=', safeId)
    .execute();
  await tx.deleteFrom('known_browser_tries').where('safe_id', '=', safeId).execute();
  await tx.deleteFrom('unlock_links').where('safe_id', '=', safeId).execute();
}

export const deleteTriesBefore = (db: Db, instant: Date) =>
  db.deleteFrom('known_browser_tries').where('last_tried_at', '<', instant).execute();

type UnlockLink = { tokenTag: Buffer; safeId: string; expiresAt: Date };

export const insertUnlockLink = (tx: Tx, { tokenTag, safeId, expiresAt }: UnlockLink) =>
  tx.insertInto('unlock_links').values({ token_tag: tokenTag, safe_id: safeId, expires_at: expiresAt }).execute();

/** Uses a link up, and returns its safe; undefined where there is none, or it is over. */
export const takeUnlockLink = (tx: Tx, tokenTag: Buffer, now: Date) =>
  tx
    .deleteFrom('unlock_links')
    .where('token_tag', '=', tokenTag)
    .where('expires_at', '>', now)
    .returning('safe_id as safeId')
    .executeTakeFirst();

export const deleteUnlockLinksExpiredBefore = (db: Db, instant: Date) =>
  db.deleteFrom('unlock_links').where('expires_at', '<', instant).execute();
