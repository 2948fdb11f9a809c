import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import { inTransaction, type Last } from './last-statement.ts';

/** `onDisk` ends when a power cut cannot undo the commit any more: nothing is acknowledged before. */
type EarlyCommit<T> = { value: T; onDisk: Promise<unknown> };

/**
 * A transaction whose locks do not wait for the disk: others go on as soon as it has committed. They may see what it
 * did a moment before the disk has it; whatever they commit comes after it in the log.
 */
export async function commitEarly<T>(db: Db, work: (tx: Tx, last: Last) => Promise<T>): Promise<EarlyCommit<T>> {
  const value = await inTransaction(db, (tx, last) => {
    last(spareDisk(tx));
    return work(tx, last);
  });
  return { value, onDisk: waitForDisk(db) };
}

/** Lets the transaction commit without waiting for the disk: a power cut may lose what it did, and all of it together. */
export const spareDisk = (tx: Tx) => sql`set local synchronous_commit = off`.execute(tx);

/** A durable commit of nothing: it carries all that was committed before it. Those at the same time share one sync. */
export const waitForDisk = (db: Db) => sql`select pg_logical_emit_message(true, 'perenne', '')`.execute(db);
