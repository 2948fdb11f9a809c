import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { makeNamingClient } from './naming-client.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { connectionString: database.appUrl, max: 1, Client: makeNamingClient() };
  pool = new pg.Pool(settings);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const prepared = async (text: string): Promise<number> => {
  const { rows } = await pool.query('select count(*)::int as count from pg_prepared_statements where statement = $1', [
    text,
  ]);
  return rows[0].count;
};

it.each([
  { text: 'select $1::int + 1 as sum', values: [1], sum: 2 },
  { text: 'select 3 as sum', values: undefined, sum: 3 },
])('PostgreSQL plans once what comes again and again: $text', async ({ text, values, sum }) => {
  for (let times = 0; times < 4; times++) await pool.query(text, values);
  expect(await prepared(text)).toBe(0);
  for (let times = 0; times < 3; times++) expect((await pool.query(text, values)).rows).toEqual([{ sum }]);
  expect(await prepared(text)).toBe(1);
});

it('sends several statements in one text as before', async () => {
  for (let times = 0; times < 7; times++) await pool.query('begin; select 1; commit');
  expect(await prepared('begin; select 1; commit')).toBe(0);
});

it('throws what PostgreSQL answers, and goes on', async () => {
  for (let times = 0; times < 7; times++)
    await expect(pool.query('select 1 / $1::int', [0])).rejects.toMatchObject({ code: '22012' });
  expect((await pool.query('select 1 / $1::int as one', [1])).rows).toEqual([{ one: 1 }]);
});
