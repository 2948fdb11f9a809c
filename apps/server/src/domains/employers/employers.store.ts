import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';

export type EmployeeKey = { employerId: string; employeeId: string };

export const selectByCode = (db: Db | Tx, { codeTag, now }: { codeTag: Buffer; now: Date }) =>
  db
    .selectFrom('employees')
    .select(['employer_id as employerId', 'employee_id as employeeId', 'person_tag as personTag'])
    .where('code_tag', '=', codeTag)
    .where('code_expires_at', '>', now)
    .where('state', '!=', 'activated')
    .executeTakeFirst();

/** In a transaction, the row stays locked: nobody deposits for it or activates it meanwhile. */
export function selectEmployee(db: Db | Tx, { employerId, employeeId }: EmployeeKey) {
  const query = db
    .selectFrom('employees as e')
    .innerJoin('employers as r', 'r.employer_id', 'e.employer_id')
    .select(['e.sealed', 'e.state', 'e.safe_id as safeId', 'r.sealed as sealedEmployer'])
    .select('r.refusal_disabled as refusalDisabled')
    .where('e.employer_id', '=', employerId)
    .where('e.employee_id', '=', employeeId);
  return (db.isTransaction ? query.forNoKeyUpdate('e') : query).executeTakeFirst();
}

/** False when the employee has been activated meanwhile. */
export async function updateToActivated(tx: Tx, key: EmployeeKey, safeId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('employees')
    .set({ state: 'activated', safe_id: safeId, code_tag: null, code_expires_at: null })
    .where('employer_id', '=', key.employerId)
    .where('employee_id', '=', key.employeeId)
    .where('state', '!=', 'activated')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Whether one of these domains is confirmed as that employer's, or as an employer's of that safe's owner. */
export async function hasDomain(db: Db | Tx, tags: Buffer[], of: { safeId: string } | { employerId: string }) {
  const domains = db
    .selectFrom('employer_domains')
    .select('domain_tag')
    .where('domain_tag', 'in', tags)
    .where('confirmed_at', 'is not', null);
  const found =
    'employerId' in of
      ? domains.where('employer_id', '=', of.employerId)
      : domains.where('employer_id', 'in', (from) =>
          from.selectFrom('employees').select('employees.employer_id').where('employees.safe_id', '=', of.safeId),
        );
  return (await found.executeTakeFirst()) !== undefined;
}

export const selectEmployersOfSafe = (db: Db | Tx, safeId: string) =>
  db
    .selectFrom('employees as e')
    .innerJoin('employers as r', 'r.employer_id', 'e.employer_id')
    .leftJoin('agreement_choices as c', (join) =>
      join
        .onRef('c.employer_id', '=', 'e.employer_id')
        .onRef('c.employee_id', '=', 'e.employee_id')
        .onRef('c.choice_id', '=', 'e.choice_id'),
    )
    .select(['r.employer_id as employerId', 'r.sealed', 'r.refusal_disabled as refusalDisabled'])
    .select(['e.accepted_since as acceptedSince', 'c.chosen_at as chosenAt'])
    .where('e.safe_id', '=', safeId)
    .where('e.state', '=', 'activated')
    .orderBy('e.created_at')
    .orderBy('e.employee_id')
    .execute();

/** The newest first; a person has few employers. */
export const selectByPerson = (db: Db | Tx, personTag: Buffer) =>
  db
    .selectFrom('employees')
    .select(['employer_id as employerId', 'employee_id as employeeId', 'sealed'])
    .where('person_tag', '=', personTag)
    .where('state', '!=', 'activated')
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute();

type NewCode = { codeTag: Buffer; expiresAt: Date };

export async function updateCode(tx: Tx, key: EmployeeKey, { codeTag, expiresAt }: NewCode): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('employees')
    .set({ code_tag: codeTag, code_expires_at: expiresAt })
    .where('employer_id', '=', key.employerId)
    .where('employee_id', '=', key.employeeId)
    .where('state', '!=', 'activated')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const selectByClientId = (db: Db, clientId: string) =>
  db
    .selectFrom('employers')
    .select(['employer_id as employerId', 'client_secret_hash as secretHash'])
    .where('client_id', '=', clientId)
    .executeTakeFirst();

/** Asked with every request of an employer: a statement that is built each time costs this process three times as much. */
export async function employerExists(db: Db, employerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from employers where employer_id = ${employerId}`.execute(db);
  return rows.length === 1;
}

export const selectEmployer = (db: Db | Tx, employerId: string) =>
  db
    .selectFrom('employers')
    .select(['sealed', 'refusal_disabled as refusalDisabled'])
    .where('employer_id', '=', employerId)
    .executeTakeFirst();

export const selectEmployers = (db: Db) =>
  db
    .selectFrom('employers')
    .select(['employer_id as employerId', 'client_id as clientId', 'sealed', 'created_at as createdAt'])
    .select('refusal_disabled as refusalDisabled')
    .orderBy('employer_id')
    .execute();

type NewEmployer = {
  employerId: string;
  clientId: string;
  secretHash: Buffer;
  sealed: Buffer;
  refusalDisabled: boolean;
  now: Date;
};

export const insertEmployer = (tx: Tx, employer: NewEmployer) =>
  tx
    .insertInto('employers')
    .values({
      employer_id: employer.employerId,
      client_id: employer.clientId,
      client_secret_hash: employer.secretHash,
      sealed: employer.sealed,
      refusal_disabled: employer.refusalDisabled,
      created_at: employer.now,
    })
    .execute();

export const lockEmployer = (tx: Tx, employerId: string) =>
  tx.selectFrom('employers').select('sealed').where('employer_id', '=', employerId).forNoKeyUpdate().executeTakeFirst();

type NewSettings = { employerId: string; sealed: Buffer; refusalDisabled: boolean };

export const updateEmployer = (tx: Tx, { employerId, sealed, refusalDisabled }: NewSettings) =>
  tx
    .updateTable('employers')
    .set({ sealed, refusal_disabled: refusalDisabled })
    .where('employer_id', '=', employerId)
    .execute();

type Declared = { tags: Buffer[]; confirmedAt: Date | null };

/** A domain that stays keeps its confirmation. */
export async function replaceDomains(tx: Tx, employerId: string, { tags, confirmedAt }: Declared): Promise<void> {
  await sql`
    delete from employer_domains
    where employer_id = ${employerId} and not domain_tag = any(${tags}::bytea[])`.execute(tx);
  const rows = tags.map((domain_tag) => ({ employer_id: employerId, domain_tag, confirmed_at: confirmedAt }));
  if (rows.length === 0) return;
  await tx
    .insertInto('employer_domains')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['employer_id', 'domain_tag']).doNothing())
    .execute();
}

/** Lists the pending domains of one employer, or of all. */
export const selectPendingDomains = (db: Db, employerId?: string) =>
  db
    .selectFrom('employer_domains')
    .select(['employer_id as employerId', 'domain_tag as domainTag'])
    .where('confirmed_at', 'is', null)
    .$if(employerId !== undefined, (query) => query.where('employer_id', '=', employerId ?? ''))
    .execute();

type Confirmed = { employerId: string; domainTag: Buffer; now: Date };

/** True where it was confirmed before, too. */
export async function confirmDomain(db: Db, { employerId, domainTag, now }: Confirmed): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('employer_domains')
    .set(({ fn, val }) => ({ confirmed_at: fn.coalesce('confirmed_at', val(now)) }))
    .where('employer_id', '=', employerId)
    .where('domain_tag', '=', domainTag)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
