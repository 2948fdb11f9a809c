import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, type TransactionBuilder } from 'kysely';
import { hasCode } from '../files/durable-files.ts';

/** `deadlock_detected` (PostgreSQL, appendix A): of transactions that wait for one another, one is given up. */
const deadlock = '40P01';
const triesAtMost = 4;

/** Kysely whose transactions are tried again when PostgreSQL gave them up: nothing of them had happened. */
export class PersistentKysely<T> extends Kysely<T> {
  override transaction(): TransactionBuilder<T> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => tryAgain(() => execute(work));
    return builder;
  }
}

/**
 * Calls it again, some times, if PostgreSQL gave up what it did. The other transaction goes first: one that began again
 * at once could take the row that the other was woken for, and both would be locked again.
 */
export async function tryAgain<R>(transaction: () => Promise<R>): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await transaction();
    } catch (error) {
      if (!hasCode(error, deadlock) || tries === triesAtMost) throw error;
      await wait(tries * (20 + Math.random() * 40));
    }
  }
}
