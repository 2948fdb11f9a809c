import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { SealedAnswer } from './deposit-receipt.ts';
import type { EmployeeState } from '../employers.rules.ts';

/** The person whom a deposit is for. */
export type Recipient = {
  employeeId: string;
  state: EmployeeState;
  safeId: string | null;
  acceptedSince: Date | null;
  sealedEmployer: Buffer;
};

export const selectRecipient = (db: Db, employerId: string, numberTag: Buffer) =>
  firstOf(
    sql<Recipient>`
      select e.employee_id as "employeeId", e.state, e.safe_id as "safeId", e.accepted_since as "acceptedSince",
        r.sealed as "sealedEmployer"
      from employees e join employers r on r.employer_id = e.employer_id
      where e.employer_id = ${employerId} and e.number_tag = ${numberTag}`,
    db,
  );

/** Raw SQL on the hot path: statements that are built each time cost this process three times as much. */
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

type SameDeposit = SealedAnswer & { documentId: string | null };

export type DepositKey = {
  employerId: string;
  keyTag: Buffer;
  requestTag: Buffer;
  depositId: string;
  depositTag: Buffer;
  expiresAt: Date;
  now: Date;
};

/** The facts of a deposit that is about to be made. */
export type Opened = {
  /**
   * The employee that it is for, locked: nobody activates it, and no other deposit is made for it, until this one is.
   * So its safe is the one where the document belongs.
   */
  recipient: Recipient | undefined;
  /** The deposit of the same document, in a safe or on paper. */
  same: SameDeposit | undefined;
  /**
   * The key is that deposit's now, or that of the one about to be made. False where it already belongs to
   * a request; a key that is over is free again.
   */
  isKeyTaken: boolean;
};

type Absent<T> = { [K in keyof T]: T[K] | null };
type OpenedRow = Absent<Recipient & { same: string; documentId: string; receipt: Buffer; journalHash: Buffer }> &
  Pick<Opened, 'isKeyTaken'>;

export async function openDeposit(tx: Tx, numberTag: Buffer, key: DepositKey): Promise<Opened> {
  const row = await firstOf(
    sql<OpenedRow>`
      select employee_id as "employeeId", employee_state as state, employee_safe_id as "safeId",
        accepted_since as "acceptedSince", sealed_employer as "sealedEmployer", same_deposit_id as same,
        same_document_id as "documentId", same_receipt as receipt, same_journal_hash as "journalHash",
        is_key_taken as "isKeyTaken"
      from open_deposit(${key.employerId}, ${numberTag}, ${key.depositTag}, ${key.keyTag}, ${key.requestTag},
        ${key.depositId}, ${key.expiresAt}, ${key.now})`,
    tx,
  );
  if (!row) throw new Error('the opening of a deposit answered nothing');
  const { same, documentId, receipt, journalHash, isKeyTaken, ...recipient } = row;
  return {
    recipient: isRecipient(recipient) ? recipient : undefined,
    same: same && receipt ? { depositId: same, documentId, sealedReceipt: receipt, journalHash } : undefined,
    isKeyTaken,
  };
}

const isRecipient = (found: Absent<Recipient>): found is Recipient => found.employeeId !== null;

export type NewDeposit = {
  employerId: string;
  depositId: string;
  employeeId: string;
  depositTag: Buffer;
  documentId: string | null;
  sealedReceipt: Buffer;
  now: Date;
};

/** The row of a deposit, with the hash of its entry in the journal of its safe. */
export const insertionOf = (deposit: NewDeposit, journalHash: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`
    insert into deposits
      (employer_id, deposit_id, employee_id, deposit_tag, document_id, sealed_receipt, deposited_at, journal_hash)
    values (${deposit.employerId}, ${deposit.depositId}, ${deposit.employeeId}, ${deposit.depositTag},
      ${deposit.documentId}, ${deposit.sealedReceipt}, ${deposit.now}, ${journalHash})`;

/** The deposit of what went on paper: its entry is in a safe's journal already, or there is no safe. */
export const insertDeposit = (tx: Tx, deposit: NewDeposit, journalHash: Buffer | null) =>
  insertionOf(deposit, sql`${journalHash}`).execute(tx);

export type KnownDeposit = SealedAnswer & { requestTag: Buffer };

/** The request that a key belongs to, and the deposit that it made. */
export const selectKey = (
  db: Db | Tx,
  { employerId, keyTag, now }: { employerId: string; keyTag: Buffer; now: Date },
) =>
  firstOf(
    sql<KnownDeposit>`
      select k.request_tag as "requestTag", d.deposit_id as "depositId", d.sealed_receipt as "sealedReceipt",
        d.journal_hash as "journalHash"
      from deposit_keys k join deposits d on d.employer_id = k.employer_id and d.deposit_id = k.deposit_id
      where k.employer_id = ${employerId} and k.key_tag = ${keyTag} and k.expires_at > ${now}`,
    db,
  );

export async function deleteExpiredKeys(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('deposit_keys').where('expires_at', '<=', now).executeTakeFirst();
  return Number(numDeletedRows);
}
