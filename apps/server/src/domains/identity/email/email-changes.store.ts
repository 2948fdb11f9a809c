import type { Db, Tx } from '../../../platform/postgres/db.ts';

export type NewChange = {
  safeId: string;
  changeId: string;
  tokenTag: Buffer;
  sealedEmail: Buffer;
  verifiedAt: Date | null;
  changedAt: Date;
  undoUntil: Date;
  /** False for an address that may not come back: the change is kept to be counted. */
  isUndoable: boolean;
};

export const insertChange = (tx: Tx, change: NewChange) =>
  tx
    .insertInto('email_changes')
    .values({
      safe_id: change.safeId,
      change_id: change.changeId,
      token_tag: change.tokenTag,
      sealed_email: change.sealedEmail,
      verified_at: change.verifiedAt,
      changed_at: change.changedAt,
      undo_until: change.undoUntil,
      undone_at: change.isUndoable ? null : change.changedAt,
    })
    .execute();

/** The newest first. */
export const listChangesSince = (tx: Tx, safeId: string, since: Date) =>
  tx
    .selectFrom('email_changes')
    .select('changed_at as changedAt')
    .where('safe_id', '=', safeId)
    .where('changed_at', '>', since)
    .orderBy('changed_at', 'desc')
    .execute();

/** The changes of a login that can be undone, the oldest first. */
export const listUndoableChanges = (tx: Tx, safeId: string, now: Date) =>
  tx
    .selectFrom('email_changes')
    .select(['change_id as changeId', 'sealed_email as sealedEmail'])
    .where('safe_id', '=', safeId)
    .where('undo_until', '>', now)
    .where('undone_at', 'is', null)
    .orderBy('changed_at')
    .orderBy('change_id')
    .execute();

/** Found by its token, whichever the safe: the token is all that its holder has. */
export const findUndoable = (db: Db | Tx, tokenTag: Buffer, now: Date) =>
  db
    .selectFrom('email_changes')
    .select(['safe_id as safeId', 'change_id as changeId', 'sealed_email as sealedEmail', 'verified_at as verifiedAt'])
    .select('changed_at as changedAt')
    .where('token_tag', '=', tokenTag)
    .where('undo_until', '>', now)
    .where('undone_at', 'is', null)
    .executeTakeFirst();

/** The change and those that came after it: their tokens would bring back what has been undone. */
export const markUndone = (tx: Tx, { safeId, since, now }: { safeId: string; since: Date; now: Date }) =>
  tx
    .updateTable('email_changes')
    .set({ undone_at: now })
    .where('safe_id', '=', safeId)
    .where('changed_at', '>=', since)
    .where('undone_at', 'is', null)
    .execute();

export const deleteChangesBefore = (db: Db, instant: Date) =>
  db.deleteFrom('email_changes').where('undo_until', '<', instant).execute();
