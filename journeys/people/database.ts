import { Client } from 'pg';
import { findRunningServer } from '../../apps/server/src/platform/postgres/embedded/running-server.ts';
import type { Accounts } from './accounts.ts';

/** Works on the product's database as its owner, for what no call does: to let time pass, to spoil what is stored. */
export async function withDatabase<T>(accounts: Accounts, work: (client: Client) => Promise<T>): Promise<T> {
  const server = await findRunningServer(accounts.dataFolder);
  if (!server) throw new Error('The database does not answer.');
  const client = new Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
