import { Client } from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from './test-database.ts';

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

it('gives each test a migrated database of its own, for the owner and for the application', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  await query(first.ownerUrl, 'create table only_here (id int); grant select on only_here to perenne_app');
  expect(await query(first.appUrl, 'select current_user::text as role, count(*)::int as rows from only_here')).toEqual([
    { role: 'perenne_app', rows: 0 },
  ]);
  expect(await query(second.ownerUrl, "select to_regclass('only_here') as found")).toEqual([{ found: null }]);
  expect(await query(second.ownerUrl, 'select count(*) > 0 as migrated from schema_migrations')).toEqual([
    { migrated: true },
  ]);
  await Promise.all([first.drop(), second.drop()]);
  await expect(query(first.ownerUrl, 'select 1')).rejects.toThrow('does not exist');
});
