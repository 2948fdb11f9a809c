import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Log } from '../log.ts';
import { openDatabase, type Database, type Db, type Tx } from './db.ts';

const note = vi.fn<Log['info']>();
const log = { info: note, warn: note, error: note, debug: note };
let testDatabase: TestDatabase;
let database: Database;
let db: Db;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.ownerUrl, poolSize: 4, log });
  db = database.db;
  await sql`create table purses (purse int primary key, coins int not null)`.execute(db);
  await sql`insert into purses values (1, 0), (2, 0)`.execute(db);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const add = (tx: Tx, purse: number) => sql`update purses set coins = coins + 1 where purse = ${purse}`.execute(tx);

it('are got over: of two transactions that wait for one another, both happen once', async () => {
  let tries = 0;
  const met = Promise.withResolvers<void>();
  let holding = 0;
  const both = (first: number, second: number) =>
    db.transaction().execute(async (tx) => {
      tries += 1;
      await add(tx, first);
      if (++holding === 2) met.resolve();
      await met.promise;
      await add(tx, second);
    });
  await Promise.all([both(1, 2), both(2, 1)]);
  const { rows } = await sql<{ coins: number }>`select coins from purses order by purse`.execute(db);
  expect(rows).toEqual([{ coins: 2 }, { coins: 2 }]);
  expect(tries).toBeGreaterThan(2);
});

it('are the only failure that is tried again', async () => {
  const work = vi.fn<(tx: Tx) => Promise<void>>().mockRejectedValue(new Error('no'));
  await expect(db.transaction().execute(work)).rejects.toThrow('no');
  expect(work).toHaveBeenCalledTimes(1);
});
