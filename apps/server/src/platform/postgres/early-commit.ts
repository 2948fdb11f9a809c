import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import { inTransaction, type Last } from './last-statement.ts';

/**
 * A transaction whose locks do not wait for the disk: others go on as soon as it has committed, and it returns once the
 * disk has it. Others may see what it did a moment before; whatever they commit comes after it in the log.
 */
export async function commitEarly<T>(db: Db, work: (tx: Tx, last: Last) => Promise<T>): Promise<T> {
  const value = await inTransaction(db, (tx, last) => {
    last(spareDisk(tx));
    return work(tx, last);
  });
  await waitForDisk(db);
  return value;
}

/** Lets the transaction commit without waiting for the disk: a power cut may lose what it did, and all of it together. */
export const spareDisk = (tx: Tx) => sql`set local synchronous_commit = off`.execute(tx);

/** A durable commit of nothing: it carries all that was committed before it. Those at the same time share one sync. */
const waitForDisk = (db: Db) => sql`select pg_logical_emit_message(true, 'perenne', '')`.execute(db);
