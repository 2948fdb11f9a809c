import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { extendRefusal, listAgreements } from '../agreements/agreements.ts';

type Pair = { safeId: string; fromSafeId: string };

/** The employers that deposit in a safe. */
export async function listEmployerNames(
  db: Db,
  platform: Pick<Platform, 'secrets'>,
  safeId: string,
): Promise<string[]> {
  const agreements = await listAgreements(db, platform, safeId);
  return agreements.map(({ employer }) => employer.name);
}

/** Deposits for the owners of both safes wait until the transaction ends. */
export const holdEmployees = (tx: Tx, { safeId, fromSafeId }: Pair) =>
  tx
    .selectFrom('employees')
    .select('employee_id')
    .where('safe_id', 'in', [safeId, fromSafeId])
    .orderBy('employer_id')
    .orderBy('employee_id')
    .forNoKeyUpdate()
    .execute();

/** The employers of one safe deposit in the other from then on; what either refused stays refused. */
export async function receiveEmployees(
  tx: Tx,
  platform: Pick<Platform, 'secrets' | 'clock'>,
  { safeId, fromSafeId }: Pair,
): Promise<void> {
  const moved = await tx
    .updateTable('employees')
    .set({ safe_id: safeId })
    .where('safe_id', '=', fromSafeId)
    .returning('employer_id as employerId')
    .execute();
  for (const employerId of new Set(moved.map((row) => row.employerId)))
    await extendRefusal(tx, platform, { safeId, employerId });
}
