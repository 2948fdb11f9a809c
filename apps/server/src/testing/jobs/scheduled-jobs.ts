import { sql } from 'kysely';
import type { TestApp } from '../test-app.ts';

/**
 * Begins a job as its schedule does when its time has come: by the name and with the data that the database keeps for
 * it. Returns the cron of the schedule. A test does not wait for the clock of the machine.
 */
export async function beginScheduled({ platform }: Pick<TestApp, 'platform'>, name: string): Promise<string> {
  const { rows } = await sql<{ cron: string; data: object }>`
    select cron, data from pgboss.schedule where name = ${name}`.execute(platform.db);
  const [schedule] = rows;
  if (!schedule) throw new Error(`no schedule begins ${name}`);
  await platform.jobs.enqueue(platform.db, { name }, schedule.data);
  return schedule.cron;
}
