import { sql, type Insertable } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';

type Pair = { safeId: string; fromSafeId: string };

const isPair = ({ safeId, fromSafeId }: Pair) => sql<boolean>`safe_id = ${safeId} and from_safe_id = ${fromSafeId}`;

export const insertRecovery = (tx: Tx, { safeId, fromSafeId }: Pair, { total, now }: { total: number; now: Date }) =>
  tx
    .insertInto('recoveries')
    .values({ safe_id: safeId, from_safe_id: fromSafeId, total, started_at: now })
    .onConflict((conflict) =>
      conflict.columns(['safe_id', 'from_safe_id']).doUpdateSet((is) => ({
        state: 'running',
        total: is('recoveries.recovered', '+', total),
      })),
    )
    .execute();

export async function isRecovery(tx: Tx, pair: Pair): Promise<boolean> {
  const row = await tx.selectFrom('recoveries').select('safe_id').where(isPair(pair)).executeTakeFirst();
  return row !== undefined;
}

export const addRecovered = (tx: Tx, pair: Pair, count: number) =>
  tx
    .updateTable('recoveries')
    .set((is) => ({
      recovered: is('recovered', '+', count),
      total: sql<number>`greatest(total, recovered + ${count})`,
    }))
    .where(isPair(pair))
    .execute();

export const endRecovery = (tx: Tx, pair: Pair) =>
  tx.updateTable('recoveries').set({ state: 'done' }).where(isPair(pair)).where('state', '=', 'running').execute();

export const sumRecoveries = (db: Db, safeId: string) =>
  db
    .selectFrom('recoveries')
    .select(({ fn }) => [
      sql<boolean>`coalesce(bool_or(state = 'running'), false)`.as('recovering'),
      sql<number>`coalesce(${fn.sum('recovered')}, 0)::int`.as('recovered'),
      sql<number>`coalesce(${fn.sum('total')}, 0)::int`.as('total'),
    ])
    .where('safe_id', '=', safeId)
    .executeTakeFirstOrThrow();

/** Both safes, always in the same order, so that two moves never wait for one another. */
export const lockSafes = (tx: Tx, safeIds: readonly string[]) =>
  tx
    .selectFrom('safes')
    .select(['safe_id as safeId', 'document_count as documentCount'])
    .where('safe_id', 'in', safeIds)
    .orderBy('safe_id')
    .forUpdate()
    .execute();

/** Those that are under way, or whose job has given up. */
export const selectRunning = (db: Db): Promise<Pair[]> =>
  db
    .selectFrom('recoveries')
    .select(['safe_id as safeId', 'from_safe_id as fromSafeId'])
    .where('state', '=', 'running')
    .execute();

type Batch = { skipped: readonly string[]; limit: number };

export const takeBatch = (tx: Tx, safeId: string, { skipped, limit }: Batch) =>
  tx
    .selectFrom('documents')
    .selectAll()
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`document_id <> all(${skipped}::uuid[])`)
    .orderBy('document_id')
    .limit(limit)
    .forUpdate()
    .execute();

export const removeRows = (tx: Tx, safeId: string, documentIds: readonly string[]) =>
  tx.deleteFrom('documents').where('safe_id', '=', safeId).where('document_id', 'in', documentIds).execute();

/** Into a category; what is in the trash is not counted there. The safe is locked. */
export async function insertDocument(tx: Tx, row: Insertable<Tables['documents']>): Promise<void> {
  await tx.insertInto('documents').values(row).execute();
  if (row.trashed_at) return;
  await tx
    .updateTable('categories')
    .set((is) => ({ document_count: is('document_count', '+', 1) }))
    .where('safe_id', '=', row.safe_id)
    .where('category_id', '=', row.category_id ?? null)
    .execute();
}

export const moveCounts = (tx: Tx, { safeId, fromSafeId }: Pair, moved: { count: number; countedBytes: number }) =>
  sql`update safes set
    document_count = document_count + case when safe_id = ${safeId} then ${moved.count}::int else -${moved.count}::int end,
    storage_used = storage_used + case when safe_id = ${safeId} then ${moved.countedBytes}::bigint else -${moved.countedBytes}::bigint end
    where safe_id in (${safeId}, ${fromSafeId})`.execute(tx);

export type DepositEntry = { documentId: string | null; at: Date; hash: Buffer };

/** The entries that the receipts of these documents name. */
export async function depositsOf(tx: Tx, safeId: string, documentIds: readonly string[]): Promise<DepositEntry[]> {
  if (documentIds.length === 0) return [];
  return tx
    .selectFrom('journal_entries')
    .select(['object_id as documentId', 'at', 'hash'])
    .where('safe_id', '=', safeId)
    .where('action', '=', 'document.deposited')
    .where('object_id', 'in', documentIds)
    .execute();
}
