import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Log } from '../log.ts';
import { openDatabase, type Database, type Db, type Tx } from './db.ts';
import { inTransaction } from './last-statement.ts';

const info = vi.fn<Log['info']>();
const log = { info, warn: info, error: info, debug: info };
let testDatabase: TestDatabase;
let database: Database;
let db: Db;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.ownerUrl, poolSize: 2, log });
  db = database.db;
  await sql`create table steps (step int primary key, note text)`.execute(db);
});

beforeEach(() => sql`truncate steps`.execute(db));

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

const add = (tx: Db | Tx, step: number) => sql`insert into steps (step) values (${step})`.execute(tx);

async function steps(): Promise<number[]> {
  const { rows } = await sql<{ step: number }>`select step from steps order by step`.execute(db);
  return rows.map(({ step }) => step);
}

const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

it('carries out in their order the statements that are asked for together', async () => {
  const seen = await db
    .transaction()
    .execute((tx) =>
      Promise.all([
        add(tx, 1),
        sql<{ count: number }>`select count(*) as count from steps`.execute(tx),
        add(tx, 2),
        sql<{ count: number }>`select count(*) as count from steps`.execute(tx),
      ]),
    );
  expect(seen.map(({ rows }) => rows)).toEqual([[], [{ count: 1 }], [], [{ count: 2 }]]);
  expect(await steps()).toEqual([1, 2]);
});

it('keeps nothing of a transaction of which one statement fails, and tells of the first that did', async () => {
  await db.transaction().execute((tx) => add(tx, 1));
  const failing = db.transaction().execute((tx) => Promise.all([add(tx, 2), add(tx, 1), add(tx, 3)]));
  expect(await errorOf(failing)).toMatchObject({ code: '23505' });
  expect(await steps()).toEqual([1]);
});

it('does not say that it committed where a failed statement was passed over', async () => {
  const passing = db.transaction().execute(async (tx) => {
    await add(tx, 1);
    await errorOf(add(tx, 1));
  });
  expect(await errorOf(passing)).toBeInstanceOf(Error);
  expect(await steps()).toEqual([]);
});

it('refuses a statement that comes after the end of its transaction', async () => {
  let late: Tx | undefined;
  const failing = db.transaction().execute(async (tx) => {
    late = tx;
    await add(tx, 1);
    throw new Error('no');
  });
  expect(await errorOf(failing)).toMatchObject({ message: 'no' });
  expect(await errorOf(late ? add(late, 2) : Promise.resolve())).toBeInstanceOf(Error);
  expect(await steps()).toEqual([]);
});

it('refuses one that comes while the end is under way', async () => {
  const { promise: turn, resolve: takeTurn } = Promise.withResolvers<void>();
  let late: Promise<unknown> = Promise.resolve();
  const failing = db.transaction().execute(async (tx) => {
    late = errorOf(turn.then(() => add(tx, 2)));
    await add(tx, 1);
    setImmediate(takeTurn);
    throw new Error('no');
  });
  expect(await errorOf(failing)).toMatchObject({ message: 'no' });
  expect(await late).toBeInstanceOf(Error);
  expect(await steps()).toEqual([]);
});

it('keeps to the isolation that is asked for', async () => {
  const level = await db
    .transaction()
    .setIsolationLevel('serializable')
    .setAccessMode('read only')
    .execute((tx) => sql<{ level: string }>`select current_setting('transaction_isolation') as level`.execute(tx));
  expect(level.rows).toEqual([{ level: 'serializable' }]);
});

it('goes on after its connections were cut, in a transaction and out of it', async () => {
  const cut = db.transaction().execute(async (tx) => {
    await add(tx, 1);
    await testDatabase.disconnect();
    await add(tx, 2);
  });
  expect(await errorOf(cut)).toBeInstanceOf(Error);
  expect(await steps()).toEqual([]);
});

it('asks by name what is asked often, with the same answers', async () => {
  const prepared = await db.transaction().execute(async (tx) => {
    for (let step = 1; step <= 12; step++) await add(tx, step);
    return sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(tx);
  });
  expect(prepared.rows.map(({ statement }) => statement)).toContain('insert into steps (step) values ($1)');
  expect(await steps()).toHaveLength(12);
});

it('reads a table to which a migration gave a column, however often it was read before', async () => {
  const read = () => db.selectFrom('safes').selectAll().execute();
  for (let round = 0; round < 12; round++) await read();
  await sql`alter table safes add column later int`.execute(db);
  expect(await read()).toEqual([]);
});

describe('a transaction with a last statement', () => {
  it('commits it with the rest, in its order', async () => {
    const told = await inTransaction(db, async (tx, last) => {
      await add(tx, 1);
      last(add(tx, 2));
      last(sql`update steps set note = 'seen' where step = 2`.execute(tx));
      return 'told';
    });
    expect(told).toBe('told');
    const { rows } = await sql`select step, note from steps order by step`.execute(db);
    expect(rows).toEqual([
      { step: 1, note: null },
      { step: 2, note: 'seen' },
    ]);
  });

  it('begins again where PostgreSQL gave the last statement up for a deadlock', async () => {
    await add(db, 1);
    await add(db, 2);
    const both = Promise.withResolvers<void>();
    let begun = 0;
    const note = (tx: Tx, step: number, words: string) =>
      sql`update steps set note = concat(note, ${words}::text) where step = ${step}`.execute(tx);
    const update = (first: number, second: number) =>
      inTransaction(db, async (tx, last) => {
        await note(tx, first, 'a');
        begun += 1;
        if (begun === 2) both.resolve();
        await both.promise;
        last(note(tx, second, 'b'));
      });
    await Promise.all([update(1, 2), update(2, 1)]);
    // On a busy machine, the one that begins again may meet the other once more.
    expect(begun).toBeGreaterThanOrEqual(3);
    const { rows } = await sql<{ note: string }>`select note from steps order by step`.execute(db);
    expect(rows.map(({ note: words }) => [...words].toSorted().join(''))).toEqual(['ab', 'ab']);
  });

  it('keeps nothing where it fails, and tells its error', async () => {
    const failing = inTransaction(db, async (tx, last) => {
      await add(tx, 1);
      last(add(tx, 1));
      last(add(tx, 2));
    });
    expect(await errorOf(failing)).toMatchObject({ code: '23505' });
    expect(await steps()).toEqual([]);
  });

  it('keeps nothing where the work fails after it', async () => {
    const failing = inTransaction(db, async (tx, last) => {
      last(add(tx, 1));
      throw new Error('no');
    });
    expect(await errorOf(failing)).toMatchObject({ message: 'no' });
    expect(await steps()).toEqual([]);
  });
});
