import type { Kysely, Transaction } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { BatchingSocket } from './batching-socket.ts';
import { openKysely } from './pipelining.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type Database = {
  /** Every commit is on the disk before it is answered. */
  db: Db;
  /**
   * Commits without waiting for the disk: for the traces of reading, and for what may be done again.
   * They are still in the order of the log: a later durable commit carries them along.
   */
  relaxed: Db;
  close(): Promise<void>;
};

type Options = {
  url: string;
  role?: string;
  poolSize: number;
  log: Log;
  /** How long a query waits for a connection, in milliseconds, before its caller is asked to come again. */
  connectionWaitMs?: number;
};

export function openDatabase(options: Options): Database {
  const db = openKysely<Tables>(openPool(options, ''));
  const relaxedDb = openKysely<Tables>(openPool(options, '-c synchronous_commit=off'));
  return {
    db,
    relaxed: relaxedDb,
    close: async () => {
      await Promise.all([db.destroy(), relaxedDb.destroy()]);
    },
  };
}

function openPool({ url, role, poolSize, log, connectionWaitMs = 5_000 }: Options, settings: string): pg.Pool {
  const options = [settings, role ? `-c role=${role}` : '', '-c timezone=UTC'].filter(Boolean).join(' ');
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    options,
    types: bigintsAsNumbers(),
    connectionTimeoutMillis: connectionWaitMs,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 120_000,
    keepAlive: true,
    pipeline: true,
    stream: () => new BatchingSocket(),
  });
  // A connection that breaks, idle or at work, would end the process otherwise; the next query reconnects.
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'));
  pool.on('connect', (client) => {
    client.on('error', (error) => log.debug({ err: error }, 'a database connection broke at work'));
  });
  return pool;
}

function bigintsAsNumbers(): pg.TypeOverrides {
  const overrides = new pg.TypeOverrides();
  overrides.setTypeParser(pg.types.builtins.INT8, Number);
  return overrides;
}
