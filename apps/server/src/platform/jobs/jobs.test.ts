import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, it, vi, type Mock } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import type { Log } from '../log.ts';
import { openDatabase, type Database } from '../postgres/db.ts';
import { handles, job, type Job, type Jobs } from './jobs.ts';
import { openJobs } from './open-jobs.ts';
import { prepareJobs } from './prepare-jobs.ts';
import { jobsSchema } from './settings.ts';
import { pace } from '../../testing/pace.ts';

const greet = job<{ id: number }>('greet');
const fragile = job<{ id: number }>('fragile', { retries: 1, retryDelaySeconds: 1 });
const stuck = job<{ id: number }>('stuck');
const heavy = job<{ id: number }>('heavy', { parallel: 1 });
const visit = job<{ party: string; id: number }>('visit', {
  ...{ isLong: true, parallel: 4, parallelOfOne: 2 },
  partyOf: ({ party }) => party,
});
const sync = job<{ account: string }>('sync', { exclusiveBy: ({ account }) => account });
const sweep = job('sweep', { cron: '* * * * *' });
/** For a machine that does other things as well. */
const patient = { timeout: 30_000 * pace, interval: 5 };
const all: Job<never>[] = [greet, fragile, stuck, heavy, visit, sync, sweep];

let testDatabase: TestDatabase;
let database: Database;
let opened: Jobs[];
let log: Log & { error: Mock<Log['error']> };

beforeEach(async () => {
  const ignore = () => {};
  log = { info: ignore, warn: ignore, error: vi.fn<Log['error']>(), debug: ignore };
  testDatabase = await createTestDatabase();
  await prepareJobs(testDatabase.ownerUrl, all);
  database = openDatabase({ url: testDatabase.appUrl, poolSize: 3, log });
  opened = [];
});

afterEach(async () => {
  await Promise.all(opened.map((jobs) => jobs.stop()));
  await database.close();
  await testDatabase.drop();
});

function open(): Jobs {
  const jobs = openJobs({ url: testDatabase.appUrl, log });
  opened.push(jobs);
  return jobs;
}

/** Runs `jobs` with a handler that notes what it was given. */
async function noting(jobs: Jobs, work: Job<{ id: number }>): Promise<number[]> {
  const seen: number[] = [];
  await jobs.start([handles(work, async ({ id }) => void seen.push(id))]);
  return seen;
}

it('runs a job after the commit of the transaction that enqueued it, without waiting to be asked', async () => {
  const jobs = open();
  const seen = await noting(jobs, greet);
  const start = performance.now();
  for (let id = 0; id < 20; id += 2) {
    await database.db.transaction().execute(async (tx) => {
      await jobs.enqueue(tx, greet, { id });
      await jobs.enqueue(tx, greet, { id: id + 1 });
    });
    await vi.waitFor(() => expect(seen.toSorted((x, y) => x - y).slice(id)).toEqual([id, id + 1]), patient);
  }
  // A worker that asks for work does so each other second.
  expect(performance.now() - start).toBeLessThan(10_000 * pace);
});

it('forgets a job whose transaction is rolled back', async () => {
  const jobs = open();
  const seen = await noting(jobs, greet);
  const attempt = database.db.transaction().execute(async (tx) => {
    await jobs.enqueue(tx, greet, { id: 1 });
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  await jobs.enqueue(database.db, greet, { id: 2 });
  await vi.waitFor(() => expect(seen).toEqual([2]), patient);
});

it('runs each of many jobs once between two workers, without waiting in between', async () => {
  const [first, second] = [open(), open()];
  const seen = [await noting(first, greet), await noting(second, greet)];
  const ids = Array.from({ length: 300 }, (_, id) => id);
  const start = performance.now();
  await database.db.transaction().execute(async (tx) => {
    for (const id of ids) await first.enqueue(tx, greet, { id });
  });
  await vi.waitFor(() => expect(seen.flat().length).toBe(300), patient);
  expect(seen.flat().toSorted((a, b) => a - b)).toEqual(ids);
  // A worker that waited between two batches would take half a minute.
  expect(performance.now() - start).toBeLessThan(15_000 * pace);
});

it('keeps a job for a worker that starts later', async () => {
  await open().enqueue(database.db, greet, { id: 7 });
  const seen = await noting(open(), greet);
  await vi.waitFor(() => expect(seen).toEqual([7]), patient);
});

it('drains heavy jobs one at a time without a pause', async () => {
  const jobs = open();
  let running = 0;
  let most = 0;
  let done = 0;
  await jobs.start([
    handles(heavy, async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
      done += 1;
    }),
  ]);
  for (let id = 0; id < 12; id += 1) await jobs.enqueue(database.db, heavy, { id });
  await vi.waitFor(() => expect(done).toBe(12), patient);
  expect(most).toBe(1);
});

it('runs two jobs of one party at once between two workers, and lets those of others pass', async () => {
  const begun: string[] = [];
  const ends: Array<() => void> = [];
  const handler = handles(visit, ({ party, id }) => {
    begun.push(`${party}${id}`);
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  const [first, second] = [open(), open()];
  await Promise.all([first.start([handler]), second.start([handler])]);
  for (const id of [1, 2]) {
    await first.enqueue(database.db, visit, { party: 'a', id });
    await vi.waitFor(() => expect(begun.length).toBe(id), patient);
  }
  for (const id of [3, 4, 5, 6, 7, 8]) await first.enqueue(database.db, visit, { party: 'a', id });
  await second.enqueue(database.db, visit, { party: 'b', id: 1 });
  await vi.waitFor(() => expect(begun).toEqual(['a1', 'a2', 'b1']), patient);
  ends.shift()?.();
  // The workers may both take one at the same instant, in either order.
  await vi.waitFor(() => expect(begun.length).toBeGreaterThan(3), patient);
  expect(begun.slice(3).every((each) => each === 'a3' || each === 'a4')).toBe(true);
  await vi.waitFor(() => {
    for (const end of ends.splice(0)) end();
    expect(begun.length).toBe(9);
  }, patient);
  expect(begun.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'b1']);
});

it('runs a job no sooner than it was asked to, and others meanwhile', async () => {
  const jobs = open();
  await jobs.enqueue(database.db, { ...greet, afterSeconds: 3_600 }, { id: 1 });
  await jobs.enqueue(database.db, greet, { id: 2 });
  const seen = await noting(jobs, greet);
  await vi.waitFor(() => expect(seen).toEqual([2]), patient);
});

it('runs a failed job again', async () => {
  const jobs = open();
  const retries: number[] = [];
  await jobs.start([
    handles(fragile, async (_data, { retry }) => {
      retries.push(retry);
      if (retry === 0) throw new Error('not today');
    }),
  ]);
  await jobs.enqueue(database.db, fragile, { id: 1 });
  await vi.waitFor(() => expect(retries).toEqual([0, 1]), patient);
});

it('tells the operator, once, of a job that failed for good, and keeps its words out of the database', async () => {
  const jobs = open();
  await jobs.start([
    handles(fragile, async () => {
      throw new Error('marie@example.org is away');
    }),
  ]);
  await jobs.enqueue(database.db, fragile, { id: 1 });
  await vi.waitFor(() => expect(log.error).toHaveBeenCalled(), patient);
  expect(log.error.mock.calls).toEqual([
    [
      expect.objectContaining({ job: 'fragile', retries: 1, cause: { type: 'Error' } }),
      'a job failed for good and needs the operator',
    ],
  ]);
  const kept = await sql<{ row: string }>`select to_jsonb(job)::text as row from pgboss.job`.execute(database.db);
  expect(kept.rows.length).toBeGreaterThan(0);
  expect(kept.rows.filter(({ row }) => row.includes('marie'))).toEqual([]);
});

it('takes two enqueued jobs with the same key for one, until it has run', async () => {
  const jobs = open();
  for (const account of ['a', 'a', 'b']) await jobs.enqueue(database.db, sync, { account });
  const seen: string[] = [];
  await jobs.start([handles(sync, async ({ account }) => void seen.push(account))]);
  await vi.waitFor(() => expect(seen.toSorted()).toEqual(['a', 'b']), patient);
  await vi.waitFor(async () => {
    await jobs.enqueue(database.db, sync, { account: 'a' });
    // Once one has run, each look enqueues another: by the time of the next look, more than one may have run.
    expect(seen.filter((account) => account === 'a').length).toBeGreaterThan(1);
  }, patient);
  expect(seen.filter((account) => account === 'b')).toEqual(['b']);
});

it('runs again what a killed worker had taken', async () => {
  const script = fileURLToPath(new URL('../../testing/instances/stuck-worker.ts', import.meta.url));
  const worker = spawn(process.execPath, [script, testDatabase.appUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  await open().enqueue(database.db, stuck, { id: 9 });
  await once(worker.stdout, 'data');
  worker.kill('SIGKILL');
  const seen = await noting(open(), stuck);
  await vi.waitFor(() => expect(seen).toEqual([9]), { timeout: 45_000 * pace, interval: 200 });
});

it('lets a running job know that it stops, before its time is over', async () => {
  const begun = Promise.withResolvers<void>();
  const timesOver: boolean[] = [];
  const jobs = open();
  await jobs.start([
    handles(greet, async (_data, { signal, stopping }) => {
      begun.resolve();
      await once(stopping, 'abort');
      timesOver.push(signal.aborted);
    }),
  ]);
  await jobs.enqueue(database.db, greet, { id: 1 });
  await begun.promise;
  await jobs.stop();
  expect(timesOver).toEqual([false]);
});

it('lets a running job finish when it stops', async () => {
  const jobs = openJobs({ url: testDatabase.appUrl, log });
  const steps: string[] = [];
  await jobs.start([
    handles(greet, async () => {
      steps.push('started');
      await new Promise((resolve) => setTimeout(resolve, 300));
      steps.push('finished');
    }),
  ]);
  await jobs.enqueue(database.db, greet, { id: 1 });
  await vi.waitFor(() => expect(steps).toEqual(['started']), patient);
  await jobs.stop();
  expect(steps).toEqual(['started', 'finished']);
  await expect(jobs.check()).rejects.toThrow('stopped');
});

it('starts a job soon, once for all who ask meanwhile, and again for who asks later', async () => {
  const jobs = open();
  let runs = 0;
  await jobs.start([handles(sweep, async () => void (runs += 1))]);
  for (let count = 0; count < 20; count++) jobs.startSoon(sweep);
  await vi.waitFor(() => expect(runs).toBe(1), patient);
  jobs.startSoon(sweep);
  await vi.waitFor(() => expect(runs).toBe(2), patient);
});

it('starts a job by itself at its hour', async () => {
  const jobs = open();
  let runs = 0;
  await jobs.start([handles(sweep, async () => void (runs += 1))]);
  await vi.waitFor(() => expect(runs).toBeGreaterThan(0), { timeout: 80_000 * pace, interval: 200 });
});

it('is prepared by several processes at once, and again', async () => {
  const fresh = await createTestDatabase();
  await Promise.all([prepareJobs(fresh.ownerUrl, all), prepareJobs(fresh.ownerUrl, all)]);
  await prepareJobs(fresh.ownerUrl, [...all, job('newer')]);
  const jobs = openJobs({ url: fresh.appUrl, log });
  await expect(jobs.check()).resolves.toBeUndefined();
  await jobs.stop();
  await fresh.drop();
});

it('refuses to change whether a job is exclusive', async () => {
  const changed = job<{ account: string }>('sync');
  await expect(prepareJobs(testDatabase.ownerUrl, [changed])).rejects.toThrow('sync is exclusive in the database');
});

it('answers a check only when the queues are there', async () => {
  await open().check();
  const bare = await createTestDatabase();
  await dropQueues(bare.ownerUrl);
  const jobs = openJobs({ url: bare.appUrl, log });
  await expect(jobs.check()).rejects.toThrow('not installed');
  await jobs.stop();
  await bare.drop();
});

/** A clone of the template has the queues. */
async function dropQueues(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(`drop schema ${jobsSchema} cascade`);
  await client.end();
}
