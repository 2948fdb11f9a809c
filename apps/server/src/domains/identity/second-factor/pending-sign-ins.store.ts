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

/** False where it has ended meanwhile, with its password for instance. */
export async function takePending(tx: Tx, { safeId, tag }: SignInKey): Promise<boolean> {
  const pending = tx.deleteFrom('pending_sign_ins').where('safe_id', '=', safeId).where('sign_in_tag', '=', tag);
  return (await pending.executeTakeFirst()).numDeletedRows > 0n;
}

/** A sign-in begun with a password that is no more opens nothing. */
export const deletePendingOf = (tx: Tx, safeId: string) =>
  tx.deleteFrom('pending_sign_ins').where('safe_id', '=', safeId).execute();

export const deletePendingExpiredBefore = (db: Db, instant: Date) =>
  db.deleteFrom('pending_sign_ins').where('expires_at', '<', instant).execute();
