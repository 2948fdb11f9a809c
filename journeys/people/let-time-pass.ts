import { expect } from '@playwright/test';
import type { Accounts } from './accounts.ts';
import { withDatabase } from './database.ts';

/** Lets the ten minutes of all codes pass. The clock of a product is not moved: the codes grow older. */
export async function expireCodes(accounts: Accounts): Promise<void> {
  await withDatabase(accounts, async (client) => {
    const { rowCount } = await client.query(
      "update verification_codes set expires_at = expires_at - interval '11 minutes'",
    );
    expect(rowCount).toBeGreaterThan(0);
  });
}

/**
 * Lets an hour pass since the five wrong codes of whoever has typed the newest: the hour's count forgets them, the
 * day's does not.
 */
export async function passHourSinceWrongCodes(accounts: Accounts, purpose: 'email-change'): Promise<void> {
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
