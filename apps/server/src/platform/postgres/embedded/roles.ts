import { Client } from 'pg';
import { urlOf, type Endpoint } from './endpoint.ts';

/** Owns the database and migrates it. Creates databases and roles too, which tests and migrations need. */
export const ownerRole = 'perenne_owner';
/** The role that the application connects as: it owns nothing, and has the rights that the migrations grant. */
export const appRole = 'perenne_app';
export const databaseName = 'perenne';

/** Makes the two roles and the database when they are missing. */
export async function ensureRolesAndDatabase(endpoint: Endpoint): Promise<{ ownerUrl: string; appUrl: string }> {
  const client = new Client({ connectionString: urlOf(endpoint, 'postgres', 'postgres') });
  await client.connect();
  try {
    const password = 'password' in endpoint ? ` password ${client.escapeLiteral(endpoint.password)}` : '';
    if (!(await exists(client, 'select from pg_roles where rolname = $1', ownerRole))) {
      await client.query(`create role ${ownerRole} login createrole createdb${password}`);
    }
    if (!(await exists(client, 'select from pg_roles where rolname = $1', appRole))) {
      await client.query(`create role ${appRole} login${password}`);
      // So that the owner may end the application's connections, to drop a database.
      await client.query(`grant ${appRole} to ${ownerRole} with inherit true, set false`);
    }
    if (!(await exists(client, 'select from pg_database where datname = $1', databaseName))) {
      await client.query(`create database ${databaseName} owner ${ownerRole}`);
    }
  } finally {
    await client.end();
  }
  return { ownerUrl: urlOf(endpoint, ownerRole, databaseName), appUrl: urlOf(endpoint, appRole, databaseName) };
}

async function exists(client: Client, query: string, name: string): Promise<boolean> {
  return (await client.query(query, [name])).rowCount === 1;
}
