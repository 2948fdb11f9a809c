import { Client } from 'pg';
import { jobsSchema } from '../../platform/jobs/settings.ts';
import { findRunningServer } from '../../platform/postgres/embedded/running-server.ts';

/**
 * Forgets what the worker of an instance has yet to do for the world that was made: a small picture of each of some
 * hundred documents, in a process of its own, while everything that a test asks for waits in the same line.
 */
export async function forgetJobs(dataFolder: string): Promise<void> {
  const server = await findRunningServer(dataFolder);
  const client = new Client({ connectionString: server?.ownerUrl });
  await client.connect();
  try {
    await client.query(`delete from ${jobsSchema}.job where state in ('created', 'retry')`);
  } finally {
    await client.end();
  }
}
