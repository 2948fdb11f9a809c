import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { EmployeeState } from './employers.rules.ts';

/** What a deposit is told of whom it is for. */
export type Recipient = {
  employeeId: string;
  state: EmployeeState;
  safeId: string | null;
  acceptedSince: Date | null;
  sealedEmployer: Buffer;
};

/**
 * The employee that a document is for, locked: nobody activates it, and no other deposit is made for
 * it, until this one is. So the safe that it tells is the one where the document belongs.
 */
export const lockRecipient = (tx: Tx, employerId: string, numberTag: Buffer) =>
  firstOf(sql<Recipient>`${recipient(employerId, numberTag)} for no key update of e`, tx);

export const selectRecipient = (db: Db, employerId: string, numberTag: Buffer) =>
  firstOf(recipient(employerId, numberTag), db);

const recipient = (employerId: string, numberTag: Buffer) => sql<Recipient>`
  select e.employee_id as "employeeId", e.state, e.safe_id as "safeId", e.accepted_since as "acceptedSince",
    r.sealed as "sealedEmployer"
  from employees e join employers r on r.employer_id = e.employer_id
  where e.employer_id = ${employerId} and e.number_tag = ${numberTag}`;

/** What every deposit asks is written out: statements that are built each time cost this process three times as much. */
async function firstOf<T>(statement: RawBuilder<T>, db: Db | Tx): Promise<T | undefined> {
  return (await statement.execute(db)).rows[0];
}

export const setWaitingSafe = (tx: Tx, key: { employerId: string; employeeId: string }, safeId: string) =>
  tx
    .updateTable('employees')
    .set({ safe_id: safeId })
    .where('employer_id', '=', key.employerId)
    .where('employee_id', '=', key.employeeId)
    .execute();

type SameDeposit = { depositId: string; documentId: string | null; sealedReceipt: Buffer };

/** The deposit of that document: the one in a safe, else the one on paper. */
export const selectDepositByTag = (tx: Tx, employerId: string, depositTag: Buffer) =>
  firstOf(
    sql<SameDeposit>`
      select deposit_id as "depositId", document_id as "documentId", sealed_receipt as "sealedReceipt"
      from deposits
      where employer_id = ${employerId} and deposit_tag = ${depositTag}
      order by document_id is null limit 1`,
    tx,
  );

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
  sql`
    insert into deposits
      (employer_id, deposit_id, employee_id, deposit_tag, document_id, sealed_receipt, deposited_at)
    values (${deposit.employerId}, ${deposit.depositId}, ${deposit.employeeId}, ${deposit.depositTag},
      ${deposit.documentId}, ${deposit.sealedReceipt}, ${deposit.now})`.execute(tx);

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
) =>
  firstOf(
    sql<KnownDeposit>`
      select k.request_tag as "requestTag", d.deposit_id as "depositId", d.sealed_receipt as "sealedReceipt"
      from deposit_keys k join deposits d on d.employer_id = k.employer_id and d.deposit_id = k.deposit_id
      where k.employer_id = ${employerId} and k.key_tag = ${keyTag} and k.expires_at > ${now}`,
    db,
  );

export async function deleteExpiredKeys(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('deposit_keys').where('expires_at', '<=', now).executeTakeFirst();
  return Number(numDeletedRows);
}
