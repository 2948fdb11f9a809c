import type { Db, Tx } from '../../../../platform/postgres/db.ts';

type Found = { safeId: string; documentId: string };

/** False where it was marked before, or is not in the safe any more. */
export async function markDamaged(tx: Tx, { safeId, documentId }: Found, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ damaged_at: now })
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .where('damaged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const markMended = (db: Db, { safeId, documentId }: Found) =>
  db
    .updateTable('documents')
    .set({ damaged_at: null })
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .where('damaged_at', 'is not', null)
    .execute();

export async function countDamaged(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('damaged_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}
