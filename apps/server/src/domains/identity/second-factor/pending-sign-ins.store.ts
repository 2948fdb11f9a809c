import type { Db, Tx } from '../../../platform/postgres/db.ts';

export type SignInKey = { safeId: string; tag: Buffer };

export const insertPending = (tx: Tx, { safeId, tag }: SignInKey, kept: { sealed: Buffer; expiresAt: Date }) =>
  tx
    .insertInto('pending_sign_ins')
    .values({ safe_id: safeId, sign_in_tag: tag, sealed: kept.sealed, expires_at: kept.expiresAt })
    .execute();

export const findPending = (tx: Tx, { safeId, tag }: SignInKey, now: Date) =>
  tx
    .selectFrom('pending_sign_ins')
    .select('sealed')
    .where('safe_id', '=', safeId)
    .where('sign_in_tag', '=', tag)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const deletePending = (tx: Tx, { safeId, tag }: SignInKey) =>
  tx.deleteFrom('pending_sign_ins').where('safe_id', '=', safeId).where('sign_in_tag', '=', tag).execute();

/** A sign-in begun with a password that is no more opens nothing. */
export const deletePendingOf = (tx: Tx, safeId: string) =>
  tx.deleteFrom('pending_sign_ins').where('safe_id', '=', safeId).execute();

export const deletePendingExpiredBefore = (db: Db, instant: Date) =>
  db.deleteFrom('pending_sign_ins').where('expires_at', '<', instant).execute();
