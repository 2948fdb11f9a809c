import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

/** Longer than any token that serves once lives. */
const keptMs = 2 * 3_600_000;

/** Uses up a token that serves once, in the transaction of its success; false when it has served. */
export async function spendToken(tx: Tx, { clock }: Pick<Platform, 'clock'>, tokenId: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('spent_tokens')
    .values({ jti: tokenId, expires_at: new Date(clock.now().getTime() + keptMs) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function isTokenSpent(db: Db | Tx, tokenId: string): Promise<boolean> {
  const row = await db.selectFrom('spent_tokens').select('jti').where('jti', '=', tokenId).executeTakeFirst();
  return row !== undefined;
}

export const deleteSpentTokens = (db: Db, now: Date) =>
  db.deleteFrom('spent_tokens').where('expires_at', '<', now).execute();
