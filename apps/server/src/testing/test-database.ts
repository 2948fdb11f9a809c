import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { isSystemError } from '../platform/system-error.ts';

export type TestDatabase = {
  ownerUrl: string;
  appUrl: string;
  /** Cuts every connection, as a restart of the server does. */
  disconnect(): Promise<void>;
  drop(): Promise<void>;
};

/** Clones the migrated template that the global setup has made: some 15 ms in memory. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const templateOwnerUrl = testServerUrl('PERENNE_TEST_OWNER_URL');
  const templateAppUrl = testServerUrl('PERENNE_TEST_APP_URL');
  const template = databaseOf(templateOwnerUrl);
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runOnServer(templateOwnerUrl, `create database ${name} template ${template} strategy file_copy`);
  return {
    ownerUrl: withDatabase(templateOwnerUrl, name),
    appUrl: withDatabase(templateAppUrl, name),
    disconnect: () =>
      runOnServer(
        templateOwnerUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid() and backend_type = 'client backend'`,
      ),
    drop: () => dropDatabase(templateOwnerUrl, name),
  };
}

const insufficientPrivilege = '42501';

/** While the server's own vacuum is in there, only its superuser may force it out: it is soon done. */
async function dropDatabase(url: string, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await runOnServer(url, `drop database ${name} with (force)`);
    } catch (error) {
      if (!isSystemError(error, insufficientPrivilege) || tries === 50) throw error;
      await wait(100);
    }
  }
}

function testServerUrl(variable: string): string {
  const url = process.env[variable];
  if (!url) throw new Error(`${variable} is missing: a test with a database runs under the global setup.`);
  return url;
}

const databaseOf = (url: string) => url.slice(url.lastIndexOf('/') + 1);

const withDatabase = (url: string, name: string) => url.slice(0, url.lastIndexOf('/') + 1) + name;

/** From another database: nobody may be connected to a template while it is cloned. */
async function runOnServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: withDatabase(url, 'postgres') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
