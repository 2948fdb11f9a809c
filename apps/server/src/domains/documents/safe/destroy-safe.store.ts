import type { Tx } from '../../../platform/postgres/db.ts';

/** The waiting safes whose documents the owner has recovered, or was recovering. */
export async function selectFormerSafes(tx: Tx, safeId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('recoveries')
    .select('from_safe_id as fromSafeId')
    .where('safe_id', '=', safeId)
    .execute();
  return rows.map(({ fromSafeId }) => fromSafeId);
}

export async function selectObjects(tx: Tx, safeIds: readonly string[]): Promise<string[]> {
  const objectsIn = (table: 'documents' | 'held_contents' | 'resumable_pieces') =>
    tx.selectFrom(table).select('object_id as objectId').where('safe_id', 'in', safeIds);
  const rows = await objectsIn('documents')
    .unionAll(objectsIn('held_contents'))
    .unionAll(objectsIn('resumable_pieces'))
    .execute();
  return rows.map(({ objectId }) => objectId);
}

/** Rows that refer to another row go before it. The journal stays: its details have no key any more. */
export async function deleteSafes(tx: Tx, safeId: string, safeIds: readonly string[]): Promise<void> {
  for (const table of [
    'held_contents',
    'documents',
    'folders',
    'categories',
    'resumable_pieces',
    'resumable_uploads',
    'reading_turns',
    'waiting_readings',
  ] as const)
    await tx.deleteFrom(table).where('safe_id', 'in', safeIds).execute();
  await tx.deleteFrom('recoveries').where('safe_id', '=', safeId).execute();
  await tx.deleteFrom('safes').where('safe_id', 'in', safeIds).execute();
}
