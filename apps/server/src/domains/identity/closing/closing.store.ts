import type { Db, Tx } from '../../../platform/postgres/db.ts';

export const setClosing = (tx: Tx, safeId: string, closesAt: Date) =>
  tx.updateTable('accounts').set({ closes_at: closesAt }).where('safe_id', '=', safeId).execute();

/** False where the safe was not to be closed. */
export async function clearClosing(tx: Tx, safeId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accounts')
    .set({ closes_at: null })
    .where('safe_id', '=', safeId)
    .where('closes_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function selectDue(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('safe_id as safeId')
    .where('closes_at', '<=', now)
    .orderBy('closes_at')
    .limit(100)
    .execute();
  return rows.map(({ safeId }) => safeId);
}

/** Locked until the transaction ends: nobody signs in meanwhile. */
export async function lockDue(tx: Tx, safeId: string, now: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('safe_id')
    .where('safe_id', '=', safeId)
    .where('closes_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** The tables of factors and federations go with it, by their own keys. */
export async function deleteAccount(tx: Tx, safeId: string): Promise<void> {
  for (const table of ['sessions', 'known_devices', 'email_changes', 'accounts'] as const)
    await tx.deleteFrom(table).where('safe_id', '=', safeId).execute();
}
