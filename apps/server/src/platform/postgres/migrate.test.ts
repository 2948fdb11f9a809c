import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { migrate } from './migrate.ts';

describe('migrations', () => {
  const now = new Date('2031-05-04T10:00:00Z');
  let database: TestDatabase;
  let folder: string;
  const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
  const run = () => migrate(database.ownerUrl, now, folder);

  async function query(statement: string): Promise<unknown[]> {
    const client = new Client({ connectionString: database.ownerUrl });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  beforeEach(async () => {
    database = await createTestDatabase();
    await query('drop schema public cascade; create schema public');
    folder = await mkdtemp(join(tmpdir(), 'perenne-migrations-'));
    await write('0001-first.sql', 'create table first (id int); insert into first values (1);');
    await write('0002-second.sql', 'alter table first add column name text;');
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  it('are applied once, in order, and recorded at the given time', async () => {
    expect(await run()).toEqual(['0001-first.sql', '0002-second.sql']);
    expect(await run()).toEqual([]);
    await write('0003-third.sql', 'insert into first values (2);');
    expect(await run()).toEqual(['0003-third.sql']);
    expect(await query('select count(*)::int as rows from first')).toEqual([{ rows: 2 }]);
    expect(await query('select distinct applied_at from schema_migrations')).toEqual([{ applied_at: now }]);
  });

  it('are applied by one of several processes that start at once', async () => {
    const applied = await Promise.all([run(), run(), run(), run()]);
    expect(applied.flat()).toEqual(['0001-first.sql', '0002-second.sql']);
  });

  it('refuse a file that has changed, but not in its line ends', async () => {
    await run();
    await write('0002-second.sql', 'alter table first add column name text;\n');
    await expect(run()).rejects.toThrow('The migration 0002-second.sql has changed since it was applied.');
    await write('0002-second.sql', 'alter table first add column name text;');
    await write('0003-third.sql', 'select 1;\nselect 2;\n');
    await run();
    await write('0003-third.sql', 'select 1;\r\nselect 2;\r\n');
    expect(await run()).toEqual([]);
  });

  it('refuse a database that a newer version has migrated', async () => {
    await run();
    await rm(join(folder, '0002-second.sql'));
    await expect(run()).rejects.toThrow(
      'The database has the migration 0002-second.sql, which this version does not know.',
    );
  });

  it('refuse a file slipped in before those applied, and a name out of the pattern', async () => {
    await run();
    await write('0001-earlier.sql', 'select 1');
    await expect(run()).rejects.toThrow('The migration 0001-earlier.sql comes before one that is applied already.');
    await write('third.sql', 'select 1');
    await expect(run()).rejects.toThrow('The migration third.sql is not named NNNN-name.sql.');
  });

  it('leave nothing of a file that fails', async () => {
    await write('0003-third.sql', 'create table half (id int); select 1 / 0;');
    await expect(run()).rejects.toThrow('The migration 0003-third.sql failed: error: division by zero');
    expect(await query("select to_regclass('half') as half, count(*)::int as applied from schema_migrations")).toEqual([
      { half: null, applied: 2 },
    ]);
  });
});
