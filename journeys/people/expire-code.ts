import { expect, type Page } from '@playwright/test';
import { Client } from 'pg';
import { findRunningServer } from '../../apps/server/src/platform/postgres/embedded/running-server.ts';
import type { Accounts } from './accounts.ts';

interface Asking {
  page: Page;
  /** The call that makes the code. */
  call: string;
  purpose: 'activation-email' | 'password-reset';
}

/**
 * Lets the ten minutes pass of the code that `ask` asks for. The clock of the product is everybody's, so it is
 * the code that grows older, while its call is answered: what other journeys ask for meanwhile stays young.
 */
export async function expireCodeOf(accounts: Accounts, asking: Asking, ask: () => Promise<void>): Promise<void> {
  const server = await findRunningServer(accounts.dataFolder);
  if (!server) throw new Error('The database does not answer.');
  const client = new Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    const readTags = async () => {
      const { rows } = await client.query<{ code: string }>(
        "select encode(code_tag, 'hex') as code from verification_codes where purpose = $1",
        [asking.purpose],
      );
      return rows.map(({ code }) => code);
    };
    const grow = async (asked: readonly string[]) =>
      client.query(
        `update verification_codes set expires_at = expires_at - interval '11 minutes'
         where encode(code_tag, 'hex') = any ($1)`,
        [asked],
      );
    await asking.page.route(
      asking.call,
      async (route) => {
        const before = await readTags();
        const response = await route.fetch();
        const readAsked = async () => (await readTags()).filter((code) => !before.includes(code));
        // A job makes the code of a reset, so that all addresses are answered alike.
        await expect.poll(readAsked).not.toEqual([]);
        await grow(await readAsked());
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await ask();
  } finally {
    await client.end();
  }
}
