import { sql } from 'kysely';
import type { Tx } from '../../../platform/postgres/db.ts';

/** Takes both safes for a merge until the transaction ends; false where another merge, or a request for an export, has one of them. */
export async function takeSafes(tx: Tx, safeIds: readonly string[]): Promise<boolean> {
  for (const safeId of safeIds.toSorted()) {
    const { rows } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('merge/' || ${safeId}, 0)) as taken`.execute(tx);
    if (!rows[0]?.taken) return false;
  }
  return true;
}

/** Keeps merges from a safe until the transaction ends; false where one has it. */
export async function keepFromMerge(tx: Tx, safeId: string): Promise<boolean> {
  const { rows } = await sql<{ kept: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended('merge/' || ${safeId}, 0)) as kept`.execute(tx);
  return rows[0]?.kept ?? false;
}
