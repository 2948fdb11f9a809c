import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Tries } from './guards.rules.ts';

export type GuardKey = { purpose: string; ownerTag: Buffer };
export type GuardRow = Tries & { requested: Date[] };

/** The row of a guard, made if need be, locked until the transaction ends: one request judges at a time. */
export const lockGuard = (tx: Tx, { purpose, ownerTag }: GuardKey): Promise<GuardRow> =>
  tx
    .insertInto('code_guards')
    .values({ owner_tag: ownerTag, purpose })
    // Changes nothing, but locks the row and returns it.
    .onConflict((conflict) => conflict.columns(['owner_tag', 'purpose']).doUpdateSet({ purpose }))
    .returning(['requested', 'refused', 'refused_day as refusedDay'])
    .executeTakeFirstOrThrow();

export const findGuard = (db: Db, { purpose, ownerTag }: GuardKey): Promise<GuardRow | undefined> =>
  db
    .selectFrom('code_guards')
    .select(['requested', 'refused', 'refused_day as refusedDay'])
    .where('owner_tag', '=', ownerTag)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

export const updateTries = (tx: Tx, { purpose, ownerTag }: GuardKey, { refused, refusedDay }: Tries) =>
  tx
    .updateTable('code_guards')
    .set({ refused, refused_day: refusedDay })
    .where('owner_tag', '=', ownerTag)
    .where('purpose', '=', purpose)
    .execute();

export const updateRequests = (tx: Tx, { purpose, ownerTag }: GuardKey, requested: Date[]) =>
  tx
    .updateTable('code_guards')
    .set({ requested })
    .where('owner_tag', '=', ownerTag)
    .where('purpose', '=', purpose)
    .execute();

/** Guards that have counted nothing since that instant. */
export const deleteIdleGuards = (db: Db, since: Date) =>
  db
    .deleteFrom('code_guards')
    .where(sql<boolean>`not (${since} < any (requested || refused || refused_day))`)
    .execute();
