import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { EmployeeKey } from '../employers.store.ts';

export type ChoiceRow = {
  choiceId: string;
  accepted: boolean;
  chosenAt: Date;
  sealed: Buffer;
  journalHash: Buffer | null;
};

export const insertChoice = (tx: Tx, { employerId, employeeId }: EmployeeKey, choice: ChoiceRow) =>
  tx
    .insertInto('agreement_choices')
    .values({
      employer_id: employerId,
      employee_id: employeeId,
      choice_id: choice.choiceId,
      accepted: choice.accepted,
      chosen_at: choice.chosenAt,
      sealed: choice.sealed,
      journal_hash: choice.journalHash,
    })
    .execute();

type Applied = { choiceId: string | null; acceptedSince: Date | null };

/** The choice of an employee whose safe is open. */
export const applyChoice = (tx: Tx, { employerId, employeeId }: EmployeeKey, { choiceId, acceptedSince }: Applied) =>
  tx
    .updateTable('employees')
    .set({ accepted_since: acceptedSince, choice_id: choiceId })
    .where('employer_id', '=', employerId)
    .where('employee_id', '=', employeeId)
    .execute();

/** The activation code stays good. */
export const updateToRefused = (tx: Tx, { employerId, employeeId }: EmployeeKey, choiceId: string) =>
  tx
    .updateTable('employees')
    .set({ state: 'refused', choice_id: choiceId })
    .where('employer_id', '=', employerId)
    .where('employee_id', '=', employeeId)
    .where('state', '=', 'pending')
    .execute();

type Employment = { safeId: string; employerId: string };

/** Locks the employees of one employer who are this owner, until the end: nothing is deposited meanwhile. */
export const lockEmployments = (tx: Tx, { safeId, employerId }: Employment) =>
  tx
    .selectFrom('employees')
    .select(['employee_id as employeeId', 'accepted_since as acceptedSince'])
    .where('employer_id', '=', employerId)
    .where('safe_id', '=', safeId)
    .where('state', '=', 'activated')
    .orderBy('employee_id')
    .forNoKeyUpdate()
    .execute();

const lastChoices = (db: Db | Tx) =>
  db
    .selectFrom('employees as e')
    .innerJoin('employers as r', 'r.employer_id', 'e.employer_id')
    .innerJoin('agreement_choices as c', (join) =>
      join
        .onRef('c.employer_id', '=', 'e.employer_id')
        .onRef('c.employee_id', '=', 'e.employee_id')
        .onRef('c.choice_id', '=', 'e.choice_id'),
    )
    .select(['c.choice_id as choiceId', 'c.accepted', 'c.chosen_at as chosenAt', 'c.sealed'])
    .select(['c.journal_hash as journalHash', 'e.employee_id as employeeId', 'e.sealed as sealedEmployee'])
    .select('r.sealed as sealedEmployer');

export type LastChoiceRow = NonNullable<Awaited<ReturnType<typeof selectChoiceOfEmployee>>>;

export const selectChoiceOfEmployee = (db: Db | Tx, { employerId, employeeId }: EmployeeKey) =>
  lastChoices(db).where('e.employer_id', '=', employerId).where('e.employee_id', '=', employeeId).executeTakeFirst();

export const selectChoiceOfOwner = (db: Db, { safeId, employerId }: Employment) =>
  lastChoices(db)
    .where('e.safe_id', '=', safeId)
    .where('e.employer_id', '=', employerId)
    .where('e.state', '=', 'activated')
    .orderBy('c.chosen_at', 'desc')
    .limit(1)
    .executeTakeFirst();
