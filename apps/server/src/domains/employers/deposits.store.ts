import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';

/**
 * The employee that a document is for, locked: nobody activates it, and no other deposit is made for
 * it, until this one is. So the safe that it tells is the one where the document belongs.
 */
export const lockRecipient = (tx: Tx, employerId: string, numberTag: Buffer) =>
  recipient(tx, employerId, numberTag).forNoKeyUpdate('e').executeTakeFirst();

export const selectRecipient = (db: Db, employerId: string, numberTag: Buffer) =>
  recipient(db, employerId, numberTag).executeTakeFirst();

const recipient = (db: Db | Tx, employerId: string, numberTag: Buffer) =>
  db
    .selectFrom('employees as e')
    .innerJoin('employers as r', 'r.employer_id', 'e.employer_id')
    .select(['e.employee_id as employeeId', 'e.state', 'e.safe_id as safeId', 'e.accepted_since as acceptedSince'])
    .select('r.sealed as sealedEmployer')
    .where('e.employer_id', '=', employerId)
    .where('e.number_tag', '=', numberTag);

export const setWaitingSafe = (tx: Tx, key: { employerId: string; employeeId: string }, safeId: string) =>
  tx
    .updateTable('employees')
    .set({ safe_id: safeId })
    .where('employer_id', '=', key.employerId)
    .where('employee_id', '=', key.employeeId)
    .execute();

/** The deposit of that document: the one in a safe, else the one on paper. */
export const selectDepositByTag = (tx: Tx, employerId: string, depositTag: Buffer) =>
  tx
    .selectFrom('deposits')
    .select(['deposit_id as depositId', 'document_id as documentId', 'sealed_receipt as sealedReceipt'])
    .where('employer_id', '=', employerId)
    .where('deposit_tag', '=', depositTag)
    .orderBy((order) => order('document_id', 'is', null))
    .limit(1)
    .executeTakeFirst();

export type NewDeposit = {
  employerId: string;
  depositId: string;
  employeeId: string;
  depositTag: Buffer;
  documentId: string | null;
  sealedReceipt: Buffer;
  now: Date;
};

export const insertDeposit = (tx: Tx, deposit: NewDeposit) =>
  tx
    .insertInto('deposits')
    .values({
      employer_id: deposit.employerId,
      deposit_id: deposit.depositId,
      employee_id: deposit.employeeId,
      deposit_tag: deposit.depositTag,
      document_id: deposit.documentId,
      sealed_receipt: deposit.sealedReceipt,
      deposited_at: deposit.now,
    })
    .execute();

export type DepositKey = {
  employerId: string;
  keyTag: Buffer;
  requestTag: Buffer;
  depositId: string;
  depositTag: Buffer;
  expiresAt: Date;
  now: Date;
};

/**
 * Gives the key to the deposit of that tag, or to the one that is about to be made. False where the
 * key already belongs to a request; a key that is over is free again.
 */
export async function takeKey(tx: Tx, key: DepositKey): Promise<boolean> {
  const { rows } = await sql`
    insert into deposit_keys as known (employer_id, key_tag, request_tag, deposit_id, expires_at)
    values (${key.employerId}, ${key.keyTag}, ${key.requestTag}, coalesce((
      select deposit_id from deposits
      where employer_id = ${key.employerId} and deposit_tag = ${key.depositTag}
      order by document_id is null limit 1
    ), ${key.depositId}), ${key.expiresAt})
    on conflict (employer_id, key_tag) do update
      set request_tag = excluded.request_tag, deposit_id = excluded.deposit_id, expires_at = excluded.expires_at
      where known.expires_at <= ${key.now}
    returning 1`.execute(tx);
  return rows.length === 1;
}

/** Gives a key that was taken to another deposit than the one on paper. */
export const giveKey = (tx: Tx, key: Pick<DepositKey, 'employerId' | 'keyTag' | 'depositId'>) =>
  tx
    .updateTable('deposit_keys')
    .set({ deposit_id: key.depositId })
    .where('employer_id', '=', key.employerId)
    .where('key_tag', '=', key.keyTag)
    .execute();

export type KnownDeposit = { requestTag: Buffer; depositId: string; sealedReceipt: Buffer };

/** The request that a key belongs to, and the deposit that it made. */
export const selectKey = (
  db: Db | Tx,
  { employerId, keyTag, now }: { employerId: string; keyTag: Buffer; now: Date },
): Promise<KnownDeposit | undefined> =>
  db
    .selectFrom('deposit_keys as k')
    .innerJoin('deposits as d', (join) =>
      join.onRef('d.employer_id', '=', 'k.employer_id').onRef('d.deposit_id', '=', 'k.deposit_id'),
    )
    .select(['k.request_tag as requestTag', 'd.deposit_id as depositId', 'd.sealed_receipt as sealedReceipt'])
    .where('k.employer_id', '=', employerId)
    .where('k.key_tag', '=', keyTag)
    .where('k.expires_at', '>', now)
    .executeTakeFirst();

export async function deleteExpiredKeys(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('deposit_keys').where('expires_at', '<=', now).executeTakeFirst();
  return Number(numDeletedRows);
}
