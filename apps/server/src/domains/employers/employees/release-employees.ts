import { sql } from 'kysely';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { EmployeeState } from '../employers.rules.ts';

/**
 * The employees of a safe that is destroyed wait again: their deposits are sealed in a new waiting safe, and a code
 * sent again opens it. Employees who had refused electronic payslips still do.
 */
export const releaseEmployees = (tx: Tx, safeId: string) =>
  tx
    .updateTable('employees')
    .set({ state: stateLeft, safe_id: null, accepted_since: null, code_tag: null, code_expires_at: null })
    .where('safe_id', '=', safeId)
    .where('state', '=', 'activated')
    .execute();

const stateLeft = sql<EmployeeState>`case when accepted_since is null then 'refused' else 'pending' end`;
