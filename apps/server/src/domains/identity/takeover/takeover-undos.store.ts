import type { Db, Tx } from '../../../platform/postgres/db.ts';

type TakeoverUndo = { tokenTag: Buffer; safeId: string; changedAt: Date; undoUntil: Date };

export const insertTakeoverUndo = (tx: Tx, { tokenTag, safeId, changedAt, undoUntil }: TakeoverUndo) =>
  tx
    .insertInto('takeover_undos')
    .values({ token_tag: tokenTag, safe_id: safeId, changed_at: changedAt, undo_until: undoUntil })
    .execute();

/** Found by its token, whichever the safe: the token is all that its holder has. */
export const findTakeoverUndo = (tx: Tx, tokenTag: Buffer, now: Date) =>
  tx
    .selectFrom('takeover_undos')
    .select(['safe_id as safeId', 'changed_at as changedAt'])
    .where('token_tag', '=', tokenTag)
    .where('undo_until', '>', now)
    .executeTakeFirst();

/** The one that serves, and those of later changes, which are undone with it. */
export const deleteTakeoverUndosSince = (tx: Tx, safeId: string, since: Date) =>
  tx.deleteFrom('takeover_undos').where('safe_id', '=', safeId).where('changed_at', '>=', since).execute();

export const deleteTakeoverUndosExpiredBefore = (db: Db, instant: Date) =>
  db.deleteFrom('takeover_undos').where('undo_until', '<', instant).execute();

export const requirePasswordReset = (tx: Tx, safeId: string, now: Date) =>
  tx.updateTable('accounts').set({ password_reset_required_at: now }).where('safe_id', '=', safeId).execute();
