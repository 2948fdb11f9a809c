import type { Db, Tx } from '../../../platform/postgres/db.ts';

export async function replaceCodes(tx: Tx, safeId: string, { tags, madeAt }: { tags: Buffer[]; madeAt: Date }) {
  await deleteCodes(tx, safeId);
  await tx
    .insertInto('recovery_codes')
    .values(tags.map((tag) => ({ safe_id: safeId, code_tag: tag, made_at: madeAt })))
    .execute();
}

export const deleteCodes = (tx: Tx, safeId: string) =>
  tx.deleteFrom('recovery_codes').where('safe_id', '=', safeId).execute();

/** Codes that were made since then serve no more: they count as used. */
export const spendCodesSince = (tx: Tx, safeId: string, { since, now }: { since: Date; now: Date }) =>
  tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('safe_id', '=', safeId)
    .where('made_at', '>=', since)
    .where('used_at', 'is', null)
    .execute();

/** False where it is none, or has served. */
export async function useCode(tx: Tx, safeId: string, { tag, now }: { tag: Buffer; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('safe_id', '=', safeId)
    .where('code_tag', '=', tag)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function isLivingCode(tx: Tx, safeId: string, tag: Buffer): Promise<boolean> {
  const row = await tx
    .selectFrom('recovery_codes')
    .select('code_tag')
    .where('safe_id', '=', safeId)
    .where('code_tag', '=', tag)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

export type CodesLeft = { left: number; madeAt: Date };

/** Null where none were made. */
export async function countCodes(db: Db | Tx, safeId: string): Promise<CodesLeft | null> {
  const { left, madeAt } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => [
      fn.max('made_at').as('madeAt'),
      fn.countAll<number>().filterWhere('used_at', 'is', null).as('left'),
    ])
    .where('safe_id', '=', safeId)
    .executeTakeFirstOrThrow();
  return madeAt === null ? null : { left, madeAt };
}
