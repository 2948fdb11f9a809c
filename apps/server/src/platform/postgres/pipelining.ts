import {
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type ConnectionProvider,
  type DatabaseConnection,
  type Dialect,
} from 'kysely';
import type pg from 'pg';
import { PersistentKysely } from './deadlocks.ts';
import { PoolDriver } from './driver.ts';

/**
 * Kysely on a pool. Statements of a transaction that are asked for together, by `Promise.all`, go to
 * PostgreSQL together and are carried out in their order: one waiting instead of one for each.
 */
export function openKysely<T>(pool: pg.Pool): Kysely<T> {
  const driver = new PoolDriver(pool);
  const dialect: Dialect = {
    createDriver: () => driver,
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
  const executor = new PipeliningExecutor(
    dialect.createQueryCompiler(),
    dialect.createAdapter(),
    new DefaultConnectionProvider(driver),
  );
  return new PersistentKysely<T>({ config: { dialect }, dialect, driver, executor });
}

class PipeliningExecutor extends DefaultQueryExecutor {
  /** Kysely’s own provider of a transaction's connection lets each statement wait for the one before. */
  override withConnectionProvider(provider: ConnectionProvider): DefaultQueryExecutor {
    return super.withConnectionProvider(new SharedConnection(provider));
  }
}

class SharedConnection implements ConnectionProvider {
  readonly #provided: Promise<void>;
  #connection: DatabaseConnection | undefined;

  constructor(provider: ConnectionProvider) {
    this.#provided = provider.provideConnection(async (connection) => {
      this.#connection = connection;
    });
  }

  /** Asks at once, so that statements go out in the order in which they are called, and before a commit. */
  async provideConnection<T>(consumer: (connection: DatabaseConnection) => Promise<T>): Promise<T> {
    if (!this.#connection) await this.#provided;
    if (!this.#connection) throw new Error('there is no connection');
    return consumer(this.#connection);
  }
}
