import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { StatementNames } from './statement-names.ts';

/** Kysely's view of a pool of connections, with a name for each frequent statement. */
export class PoolDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #names = new StatementNames();
  #ended: Promise<void> | undefined;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PoolConnection> {
    return new PoolConnection(await this.#pool.connect(), this.#names);
  }

  async beginTransaction(
    connection: PoolConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    connection.begin(['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]);
  }

  async commitTransaction(connection: PoolConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PoolConnection): Promise<void> {
    await connection.rollBack();
  }

  async releaseConnection(connection: PoolConnection): Promise<void> {
    connection.release();
  }

  async destroy(): Promise<void> {
    this.#ended ??= this.#pool.end();
    await this.#ended;
  }
}

type Outcome = { error?: unknown };

/** A connection while somebody holds it: for one statement, or for one transaction. */
class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #begun: Promise<Outcome> | undefined;
  #isOver = false;
  #isBroken = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // It would be kept for good by itself.
    if (this.#isOver) throw new Error('a statement came after the end of its transaction');
    const { command, rowCount, rows } = await this.#ask(text, [...parameters], this.#names.nameOf(text));
    return { rows: rows as R[], ...(isChange(command) && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  async #ask(text: string, values: unknown[], name: string | undefined): Promise<pg.QueryResult> {
    const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
    const query = new pg.Query(text, values, (error, result) => (error ? reject(error) : resolve(result)));
    this.#client.query(Object.assign(query, { name }));
    try {
      return await promise;
    } catch (error) {
      // From who asked, and not from the socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error('rows are read by pages, not by streams');
  }

  /** Goes out together with the first statement: `commit` reports its failure. */
  begin(words: Array<string | undefined>): void {
    const text = words.filter(Boolean).join(' ');
    this.#begun = this.#ask(text, [], text).then(
      () => ({}),
      (error: unknown) => ({ error }),
    );
  }

  async commit(): Promise<void> {
    this.#isOver = true;
    const [begun, { command }] = await Promise.all([this.#begun, this.#ask('commit', [], 'commit')]);
    if (begun && 'error' in begun) throw begun.error;
    // PostgreSQL answers so where a statement had failed.
    if (command === 'ROLLBACK') throw new AbortedTransactionError();
  }

  async rollBack(): Promise<void> {
    this.#isOver = true;
    this.#isBroken = true;
    await this.#ask('rollback', [], 'rollback');
    this.#isBroken = false;
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }
}

const isChange = (command: string): boolean => ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
