import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { openDatabase, type Database, type Db, type Tx } from './db.ts';
import { commitEarly } from './early-commit.ts';

const log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  await waitForTheDiskAsProductionDoes(testDatabase);
  database = openDatabase({ url: testDatabase.appUrl, poolSize: 2, log });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

/** The server of the tests waits for no disk. */
async function waitForTheDiskAsProductionDoes({ ownerUrl }: TestDatabase): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows } = await owner.query('select current_database() as name');
  await owner.query(`alter database ${owner.escapeIdentifier(rows[0].name)} set synchronous_commit = on`);
  await owner.end();
}

const spend = (tx: Tx, jti: string) =>
  tx
    .insertInto('spent_tokens')
    .values({ jti, expires_at: new Date(0) })
    .execute();

async function placeInLog(db: Db | Tx): Promise<string> {
  const { rows } = await sql<{ place: string }>`select pg_current_wal_insert_lsn()::text as place`.execute(db);
  return rows[0]?.place ?? '';
}

async function isOnDisk(place: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select pg_current_wal_flush_lsn() >= ${place}::pg_lsn as is`.execute(database.db);
  return rows[0]?.is === true;
}

it('says when the disk has what an early commit did', async () => {
  for (let round = 0; round < 20; round++) {
    const { value: place, onDisk } = await commitEarly(database.db, async (tx) => {
      await spend(tx, crypto.randomUUID());
      return placeInLog(tx);
    });
    await onDisk;
    expect(await isOnDisk(place)).toBe(true);
  }
});

it('does nothing and waits for nothing where the work fails', async () => {
  const jti = crypto.randomUUID();
  const failing = commitEarly(database.db, async (tx) => {
    await spend(tx, jti);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const kept = await database.db.selectFrom('spent_tokens').select('jti').where('jti', '=', jti).execute();
  expect(kept).toEqual([]);
});

it('leaves other transactions as durable as they were', async () => {
  await (
    await commitEarly(database.db, (tx) => spend(tx, crypto.randomUUID()))
  ).onDisk;
  const { rows } = await sql<{ setting: string }>`
    select current_setting('synchronous_commit') as setting`.execute(database.db);
  expect(rows).toEqual([{ setting: 'on' }]);
});
