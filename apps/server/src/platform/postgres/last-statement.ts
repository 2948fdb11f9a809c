import pg from 'pg';
import type { Db, Tx } from './db.ts';
import { tryAgain } from './deadlocks.ts';

/** Says of a statement that nothing of the transaction waits for it. */
export type Last = (statement: Promise<unknown>) => void;

/**
 * A transaction whose last statements go out together with its commit: one waiting instead of two. If one of them
 * fails, PostgreSQL commits nothing, and its error is the one that is thrown; if PostgreSQL gave it up for a deadlock,
 * the transaction begins again.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx, last: Last) => Promise<T>): Promise<T> =>
  tryAgain(() => tryOnce(db, work));

async function tryOnce<T>(db: Db, work: (tx: Tx, last: Last) => Promise<T>): Promise<T> {
  const outcomes: Array<Promise<{ error?: unknown }>> = [];
  const last: Last = (statement) => {
    outcomes.push(
      statement.then(
        () => ({}),
        (error: unknown) => ({ error }),
      ),
    );
  };
  try {
    return await db.transaction().execute((tx) => {
      // A transaction that is tried again begins again.
      outcomes.length = 0;
      return work(tx, last);
    });
  } catch (error) {
    const failed = (await Promise.all(outcomes)).find((outcome) => 'error' in outcome);
    throw failed ? failed.error : error;
  }
}

/** The class of PostgreSQL's codes (appendix A) by which an operator ends a connection, whatever it was at. */
const operatorIntervention = '57';

/** Whether PostgreSQL has said no, so that nothing of a transaction is kept. If it went silent, nobody knows. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !error.code?.startsWith(operatorIntervention);
