import { sql } from 'kysely';
import type { TestApp } from './test-app.ts';

/** How many statements of the application wait for a lock of another. */
export async function countLockWaits({ platform }: Pick<TestApp, 'platform'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(platform.db);
  return rows[0]?.count ?? 0;
}
