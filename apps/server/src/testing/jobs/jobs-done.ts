import { sql } from 'kysely';
import { waitFor } from '../people/activation-steps.ts';
import type { TestApp } from '../test-app.ts';

/**
 * Waits until the worker has done whatever was asked for: jobs run side by side, and a later one may end before. A message
 * whose turn comes in a moment is still to be sent.
 */
export async function jobsDone({ platform }: Pick<TestApp, 'platform'>): Promise<void> {
  await waitFor(async () => {
    const { rows } = await sql`
      select from waiting_readings where held_until is null
      union all
      select from pgboss.job
      where state in ('created', 'retry', 'active') and start_after <= now()
        or state = 'created' and name in ('send-mail', 'send-sms') limit 1`.execute(platform.db);
    return rows.length === 0 ? true : undefined;
  });
}
