import type { Db, Tx } from '../../../platform/postgres/db.ts';

export type EmployeeRecord = {
  employeeId: string;
  numberTag: Buffer;
  contentTag: Buffer;
  personTag: Buffer;
  sealed: Buffer;
};
export type NewRecord = EmployeeRecord & { codeTag: Buffer; codeExpiresAt: Date };

const columnsOf = (employerId: string, record: EmployeeRecord, now: Date) => ({
  employer_id: employerId,
  employee_id: record.employeeId,
  number_tag: record.numberTag,
  content_tag: record.contentTag,
  person_tag: record.personTag,
  sealed: record.sealed,
  created_at: now,
});

/** Those that exist already, locked: nobody activates them meanwhile. */
export const lockByNumbers = (tx: Tx, employerId: string, numberTags: Buffer[]) =>
  tx
    .selectFrom('employees')
    .select(['employee_id as employeeId', 'number_tag as numberTag', 'content_tag as contentTag'])
    .where('employer_id', '=', employerId)
    .where('number_tag', 'in', numberTags)
    .forNoKeyUpdate()
    .execute();

export const insertEmployees = (tx: Tx, { employerId, now }: { employerId: string; now: Date }, records: NewRecord[]) =>
  tx
    .insertInto('employees')
    .values(
      records.map((record) => ({
        ...columnsOf(employerId, record, now),
        code_tag: record.codeTag,
        code_expires_at: record.codeExpiresAt,
      })),
    )
    .execute();

/** Replaces what is said of employees that exist and are locked, in one statement. */
export const replaceEmployees = (
  tx: Tx,
  { employerId, now }: { employerId: string; now: Date },
  records: EmployeeRecord[],
) =>
  tx
    .insertInto('employees')
    .values(records.map((record) => columnsOf(employerId, record, now)))
    .onConflict((conflict) =>
      conflict.columns(['employer_id', 'employee_id']).doUpdateSet((set) => ({
        content_tag: set.ref('excluded.content_tag'),
        person_tag: set.ref('excluded.person_tag'),
        sealed: set.ref('excluded.sealed'),
      })),
    )
    .execute();

const shown = (db: Db, employerId: string) =>
  db
    .selectFrom('employees')
    .select(['employee_id as employeeId', 'sealed', 'state', 'accepted_since as acceptedSince'])
    .where('employer_id', '=', employerId);

export const selectEmployeePage = (
  db: Db,
  employerId: string,
  { limit, after }: { limit: number; after: string | undefined },
) =>
  shown(db, employerId)
    .$if(after !== undefined, (query) => query.where('employee_id', '>', String(after)))
    .orderBy('employee_id')
    .limit(limit + 1)
    .execute();

export async function countEmployees(db: Db, employerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('employees')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('employer_id', '=', employerId)
    .executeTakeFirstOrThrow();
  return count;
}

export const selectByNumber = (db: Db, employerId: string, numberTag: Buffer) =>
  shown(db, employerId).where('number_tag', '=', numberTag).executeTakeFirst();
