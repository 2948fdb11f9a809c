import type { Db, Tx } from '../../../platform/postgres/db.ts';

export type ResetLink = { tokenTag: Buffer; safeId: string; fingerprint: string; expiresAt: Date };

export const insertResetLink = (tx: Tx, { tokenTag, safeId, fingerprint, expiresAt }: ResetLink) =>
  tx
    .insertInto('reset_links')
    .values({ token_tag: tokenTag, safe_id: safeId, fingerprint, expires_at: expiresAt })
    .execute();

/** Uses a link up; undefined where there is none, or it has served. */
export const takeResetLink = (tx: Tx, tokenTag: Buffer) =>
  tx
    .deleteFrom('reset_links')
    .where('token_tag', '=', tokenTag)
    .returning(['safe_id as safeId', 'fingerprint', 'expires_at as expiresAt'])
    .executeTakeFirst();

export const deleteResetLinksExpiredBefore = (db: Db, instant: Date) =>
  db.deleteFrom('reset_links').where('expires_at', '<', instant).execute();
