import { Client } from 'pg';
import { findRunningServer } from '../apps/server/src/platform/postgres/running-server.ts';
import type { Accounts } from './accounts.ts';

/**
 * Lets the ten minutes pass of the codes that `ask` asks for. The clock of the product is everybody's, so it is
 * the codes that grow older.
 */
export async function expireCodesOf({ dataFolder }: Accounts, ask: () => Promise<void>): Promise<void> {
  const server = await findRunningServer(dataFolder);
  if (!server) throw new Error('The database does not answer.');
  const client = new Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    const readTags = async () => {
      const { rows } = await client.query<{ code: string }>(
        "select encode(code_tag, 'hex') as code from verification_codes",
      );
      return rows.map(({ code }) => code);
    };
    const before = await readTags();
    await ask();
    const asked = (await readTags()).filter((code) => !before.includes(code));
    await client.query(
      `update verification_codes set expires_at = expires_at - interval '11 minutes'
       where encode(code_tag, 'hex') = any ($1)`,
      [asked],
    );
  } finally {
    await client.end();
  }
}
