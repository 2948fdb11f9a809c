import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { CollectorKey } from '../collectors.store.ts';
import type { RunKey } from './runs.store.ts';

export const lockCode = (tx: Tx, { safeId, collectorId }: CollectorKey) =>
  tx
    .selectFrom('collector_codes')
    .select(['run_id as runId', 'state', 'expires_at as expiresAt', 'can_resend_at as canResendAt', 'wrong', 'resent'])
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .forUpdate()
    .executeTakeFirst();

export type AwaitedCode = { expiresAt: Date; canResendAt: Date; wrong: number; isAfterWrong: boolean };

/** A run waits for a code from now on. */
export const awaitCode = (tx: Tx, { safeId, collectorId, runId }: RunKey, awaited: AwaitedCode) => {
  const set = {
    ...{ run_id: runId, state: 'AWAITED' as const, sealed_code: null, wrong: awaited.wrong },
    ...{ expires_at: awaited.expiresAt, can_resend_at: awaited.canResendAt, is_after_wrong: awaited.isAfterWrong },
  };
  return tx
    .insertInto('collector_codes')
    .values({ safe_id: safeId, collector_id: collectorId, ...set })
    .onConflict((conflict) => conflict.columns(['safe_id', 'collector_id']).doUpdateSet(set))
    .execute();
};

export const giveCode = (tx: Tx, { safeId, collectorId }: CollectorKey, sealedCode: Buffer) =>
  tx
    .updateTable('collector_codes')
    .set({ state: 'GIVEN', sealed_code: sealedCode })
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .execute();

/** Remembers when another code was asked for, also where no run waits any more. */
export const noteResend = (tx: Tx, { safeId, collectorId }: CollectorKey, resent: Date[]) =>
  tx
    .updateTable('collector_codes')
    .set({ resent })
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .execute();

export const askResend = (tx: Tx, { safeId, collectorId }: CollectorKey) =>
  tx
    .updateTable('collector_codes')
    .set({ state: 'RESEND' })
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .execute();

export const readCode = (db: Db, { safeId, collectorId, runId }: RunKey) =>
  db
    .selectFrom('collector_codes')
    .select(['state', 'expires_at as expiresAt'])
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .where('run_id', '=', runId)
    .executeTakeFirst();

/** The run takes what the owner gave, once: nothing of the code stays. */
export async function takeCode(tx: Tx, { safeId, collectorId, runId }: RunKey): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('collector_codes')
    .select('sealed_code as sealedCode')
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .where('run_id', '=', runId)
    .forUpdate()
    .executeTakeFirst();
  await tx
    .updateTable('collector_codes')
    .set({ state: 'TAKEN', sealed_code: null })
    .where('safe_id', '=', safeId)
    .where('collector_id', '=', collectorId)
    .where('run_id', '=', runId)
    .execute();
  return row?.sealedCode ?? null;
}
