import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { StartError } from '../start-error.ts';

type Migration = { name: string; sql: string; sha256: string };

const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url));
/** Any number, the same for every version of the application. */
const migrationLock = 7_203_411;

/**
 * Applies, each in its own transaction, the files `NNNN-name.sql` of `folder` that the database does not have yet.
 * `now` is what gets recorded. Any number of processes may call it at once: one works, the others wait.
 * Throws StartError when an applied file has changed, is unknown here, or is newer than one not applied.
 */
export async function migrate(ownerUrl: string, now: Date, folder = migrationsFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await ensureAppRole(client);
    const missing = await findMissing(client, migrations);
    for (const migration of missing) await apply(client, migration, now);
    return missing.map(({ name }) => name);
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const wrong = names.find((name) => !/^\d{4}-[a-z0-9-]+\.sql$/.test(name));
  if (wrong !== undefined) throw new StartError(`The migration ${wrong} is not named NNNN-name.sql.`);
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // A checkout on Windows may have changed the line ends: that is no change.
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

/** On a database of the operator's, the application takes this role by `set role`, for which we must be a member. */
async function ensureAppRole(client: Client): Promise<void> {
  await client.query(`
    do $$ begin
      if not exists (select from pg_roles where rolname = 'perenne_app') then
        create role perenne_app nologin;
        grant perenne_app to current_user with set true;
      end if;
    exception when duplicate_object or unique_violation then
      raise notice 'another database of this server made the role meanwhile';
    end $$`);
}

async function findMissing(client: Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null
    )`);
  const applied = await client.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  for (const { name, sha256 } of applied.rows) {
    const known = migrations.find((migration) => migration.name === name);
    if (!known) throw new StartError(`The database has the migration ${name}, which this version does not know.`);
    if (known.sha256 !== sha256) throw new StartError(`The migration ${name} has changed since it was applied.`);
  }
  const missing = migrations.slice(applied.rows.length);
  const late = migrations
    .slice(0, applied.rows.length)
    .find(({ name }) => applied.rows.every((row) => row.name !== name));
  if (late) throw new StartError(`The migration ${late.name} comes before one that is applied already.`);
  return missing;
}

async function apply(client: Client, { name, sql, sha256 }: Migration, now: Date): Promise<void> {
  try {
    await client.query('begin');
    await client.query(sql);
    await client.query('insert into schema_migrations (name, sha256, applied_at) values ($1, $2, $3)', [
      name,
      sha256,
      now,
    ]);
    await client.query('commit');
  } catch (cause) {
    throw new StartError(`The migration ${name} failed: ${String(cause)}`, { cause });
  }
}
