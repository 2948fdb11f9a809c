import { expect, type Page } from '@playwright/test';
import type { Accounts } from './accounts.ts';
import { withDatabase } from './database.ts';

interface Asking {
  page: Page;
  /** The call that makes the code. */
  call: string;
  purpose: 'activation-email' | 'email-change' | 'password-reset';
}

/**
 * Lets the ten minutes pass of the code that `ask` asks for. The clock of the product is everybody's, so it is
 * the code that grows older, while its call is answered: what other journeys ask for meanwhile stays young.
 */
export async function expireCodeOf(accounts: Accounts, asking: Asking, ask: () => Promise<void>): Promise<void> {
  await withDatabase(accounts, async (client) => {
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
  });
}

/**
 * Lets an hour pass since the five wrong codes of whoever has typed the newest: the hour's count forgets them, the
 * day's does not.
 */
export async function passHourSinceWrongCodes(accounts: Accounts, purpose: Asking['purpose']): Promise<void> {
  await withDatabase(accounts, async (client) => {
    const { rowCount } = await client.query(
      `update code_guards set
         refused = (select array_agg(each - interval '61 minutes' order by each) from unnest(refused) as each),
         refused_day = (select array_agg(each - interval '61 minutes' order by each) from unnest(refused_day) as each)
       where purpose = $1 and refused[5] = (select max(refused[5]) from code_guards where purpose = $1)`,
      [purpose],
    );
    expect(rowCount).toBe(1);
  });
}
