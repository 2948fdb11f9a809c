import { Client } from 'pg';
import { PgBoss, type QueueResult } from 'pg-boss';
import { StartError } from '../start-error.ts';
import type { Job } from './jobs.ts';
import { deadJobs, deadQueueOptions, jobPolicy, jobsSchema, queueOptions } from './settings.ts';

/** Any number, the same for every version of the application. */
const preparationLock = 7_203_412;

/**
 * Installs or updates the queues of these jobs, as the owner of the database, and lets the application's role use
 * them. Any number of processes may call it at once, after the migrations. Jobs that are no longer known keep their
 * queue and what waits in it; their cron stops.
 * @throws {StartError} when `exclusiveBy` was added to, or removed from, a job that exists
 */
export async function prepareJobs(ownerUrl: string, jobs: ReadonlyArray<Job<never>>): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [preparationLock]);
    await withBoss(ownerUrl, (boss) => prepareQueues(boss, jobs));
    await grantToApplication(client);
  } finally {
    // The lock goes with the connection.
    await client.end();
  }
}

async function withBoss(ownerUrl: string, work: (boss: PgBoss) => Promise<void>): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    application_name: 'perenne-prepare-jobs',
    max: 1,
    schema: jobsSchema,
    migrate: true,
    supervise: false,
    schedule: false,
  });
  let failure: unknown;
  boss.on('error', (error) => {
    failure ??= error;
  });
  try {
    await boss.start();
    await work(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (failure) throw new Error('the job queues cannot be prepared', { cause: failure });
}

async function prepareQueues(boss: PgBoss, jobs: ReadonlyArray<Job<never>>): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  if (!known.has(deadJobs)) await boss.createQueue(deadJobs, deadQueueOptions);
  await boss.updateQueue(deadJobs, deadQueueOptions);
  for (const work of jobs) await prepareQueue(boss, work, known.get(work.name));
  await prepareCrons(boss, jobs);
}

async function prepareQueue(boss: PgBoss, work: Job<never>, queue: QueueResult | undefined): Promise<void> {
  const policy = jobPolicy(work);
  if (queue && queue.policy !== policy) {
    throw new StartError(`The job ${work.name} is ${queue.policy} in the database and ${policy} here: rename it.`);
  }
  if (!queue) await boss.createQueue(work.name, { policy });
  await boss.updateQueue(work.name, { ...queueOptions(work), deadLetter: deadJobs, notify: true });
}

async function prepareCrons(boss: PgBoss, jobs: ReadonlyArray<Job<never>>): Promise<void> {
  const crons = jobs.filter((work) => work.cron !== undefined);
  for (const { name } of await boss.getSchedules()) {
    if (!crons.some((work) => work.name === name)) await boss.unschedule(name);
  }
  for (const { name, cron } of crons) {
    // A job that came due while nothing ran is done once, late.
    if (cron !== undefined) await boss.schedule(name, cron, {}, { tz: 'Europe/Paris', missed: 'once' });
  }
}

async function grantToApplication(client: Client): Promise<void> {
  await client.query(`
    grant usage on schema ${jobsSchema} to perenne_app;
    grant select, insert, update, delete on all tables in schema ${jobsSchema} to perenne_app;
    grant usage, select on all sequences in schema ${jobsSchema} to perenne_app;
    grant execute on all functions in schema ${jobsSchema} to perenne_app;
    alter default privileges in schema ${jobsSchema} grant select, insert, update, delete on tables to perenne_app;
    alter default privileges in schema ${jobsSchema} grant usage, select on sequences to perenne_app;
    alter default privileges in schema ${jobsSchema} grant execute on functions to perenne_app`);
}
