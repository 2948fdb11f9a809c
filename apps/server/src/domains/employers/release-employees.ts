import type { Tx } from '../../platform/postgres/db.ts';

/**
 * The employees of a safe that is destroyed wait again: what is deposited for them is sealed in a new
 * waiting safe, and a code sent again opens it.
 */
export const releaseEmployees = (tx: Tx, safeId: string) =>
  tx
    .updateTable('employees')
    .set({ state: 'pending', safe_id: null, accepted_since: null, code_tag: null, code_expires_at: null })
    .where('safe_id', '=', safeId)
    .where('state', '=', 'activated')
    .execute();
