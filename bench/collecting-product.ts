import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import autocannon from 'autocannon';
import { accountKey } from '../apps/server/src/domains/collectors/credentials.rules.ts';
import { insertCollector } from '../apps/server/src/domains/collectors/collectors.store.ts';
import { accountTag, sealCollector, sealCredentials } from '../apps/server/src/domains/collectors/sealed-collector.ts';
import { readOurAgents } from '../apps/server/src/platform/collecting/open-collecting.ts';
import { newId } from '../apps/server/src/platform/identifiers.ts';
import { systemClock } from '../apps/server/src/platform/time/clock.ts';
import { serverArguments } from '../scripts/server-arguments.mjs';
import { Client, employerToken, makeFile, makeForm, rateOf, renumbered, signIn, untilSettled } from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeGivers, openParts, type Giver, type Opened } from './givers.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';
import { startPagingPartner } from './paging-partner.ts';

const agentId = 'lumen-energie';
const due = 1_000;
const inOneSafe = 25;
/** The answers of a visit that finds nothing: the form, the sign-in, the welcome and the list. */
const answersOfVisit = 4;
const delayMs = 50;
/** As `runJob` allows in one worker. */
const concurrency = 12;
const documents = 500;
const documentBytes = 100_000;
const clients = 8;
const rounds = 5;
const clock = systemClock(0);

type Urls = { DATABASE_URL: string; DATABASE_APP_URL: string };
type World = { instance: Instance; client: Client; urls: Urls; dataFolder: string; parts: Opened; safes: Giver[] };

/** Collecting in the product: with one worker, which reaches a partner of ours. */
export async function measureCollectingProduct(): Promise<Measure[]> {
  const folders = { data: await makeFolder(), database: await makeFolder() };
  const database = await startBareDatabase(folders.database);
  const urls = { DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl };
  try {
    const whole = await startInstance(folders.data, 'ready', urls);
    const first = new Client(whole.url);
    await untilSettled(first, whole);
    first.close();
    await whole.stop();
    const instance = await startInstance(folders.data, 'ready', { ...urls, PERENNE_ROLE: 'http' });
    const parts = await openParts(urls.DATABASE_URL, folders.data);
    const client = new Client(instance.url);
    const world: World = { instance, client, urls, dataFolder: folders.data, parts, safes: [] };
    world.safes = await makeSafes(world, rounds + due / inOneSafe);
    try {
      return [await measureRate(world), ...(await measureDue(world))];
    } finally {
      world.client.close();
      await parts.close();
      await instance.stop();
    }
  } finally {
    await database.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

async function startWorker({ urls, dataFolder }: World, local: object) {
  const program = [...serverArguments.slice(0, -1), 'bench/collecting-worker.ts', JSON.stringify(local)];
  const worker = spawn(process.execPath, program, {
    env: { ...process.env, ...urls, PERENNE_DATA: dataFolder, PERENNE_ROLE: 'worker', PERENNE_LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await Promise.race([once(worker.stdout, 'data'), once(worker, 'exit')]);
  if (worker.exitCode !== null) throw new Error('the worker did not start');
  return async () => {
    const ended = once(worker, 'exit');
    worker.kill('SIGTERM');
    await ended;
  };
}

const makeSafes = async ({ instance, urls, dataFolder }: World, count: number): Promise<Giver[]> => {
  const of = (await instance.accounts()).users.find(({ mustChangeEmail }) => !mustChangeEmail);
  if (!of) throw new Error('no user');
  return makeGivers(urls.DATABASE_URL, dataFolder, { count, of });
};

/** Collectors whose time has come, of accounts that have so many invoices each. */
async function insertDue({ parts }: World, safes: readonly Giver[], each: number, invoices: number) {
  const { db, vault } = parts;
  const agent = (await readOurAgents()).find(({ id }) => id === agentId);
  if (!agent) throw new Error('no agent');
  for (const { safeId } of safes) {
    const keys = await vault.keysOf(safeId, 'collecting');
    await db.transaction().execute(async (tx) => {
      for (let at = 0; at < each; at++) {
        const collectorId = newId(clock);
        const credentials = { login: `${invoices}@${at}.example`, password: 'x' };
        const now = clock.now();
        await insertCollector(tx, {
          ...{ safe_id: safeId, collector_id: collectorId, agent_id: agentId, category_id: null },
          account_tag: accountTag(keys, agentId, accountKey(agent, credentials)),
          sealed: sealCollector(keys, collectorId, { accountName: 'Électricité', since: null }),
          sealed_credentials: sealCredentials(keys, collectorId, credentials),
          ...{ status: 'ENABLED', run_id: null, alert: null, next_at: now, created_at: now },
        });
      }
    });
  }
}

type Watched = { runs: number; ended: number; seconds: number; brought: number };

/** How the runs of these safes are going, by their own times. */
async function watchRuns({ parts }: World, safes: readonly Giver[]): Promise<Watched> {
  const ids = safes.map(({ safeId }) => safeId);
  const rows = await parts.db
    .selectFrom('collector_runs')
    .select(['started_at', 'ended_at', 'new_documents', 'result'])
    .where('safe_id', 'in', ids)
    .execute();
  const failed = rows.find(({ ended_at: at, result }) => at && !/NEW_DOCUMENT/.test(result));
  if (failed) throw new Error(`a run ended with ${failed.result}`);
  const ends = rows.flatMap(({ ended_at: at }) => (at ? [at.getTime()] : []));
  const seconds = (Math.max(...ends) - Math.min(...rows.map(({ started_at: at }) => at.getTime()))) / 1_000;
  return {
    runs: rows.length,
    ended: ends.length,
    seconds,
    brought: rows.reduce((sum, row) => sum + row.new_documents, 0),
  };
}

async function untilEnded(world: World, safes: readonly Giver[], runs: number): Promise<Watched> {
  for (;;) {
    const watched = await watchRuns(world, safes);
    if (watched.ended === runs) return watched;
    await wait(500);
  }
}

/** A thousand at once, and what others notice of it. */
async function measureDue(world: World): Promise<Measure[]> {
  const safes = world.safes.slice(rounds);
  const partner = await startPagingPartner(delayMs);
  const [reader] = safes;
  if (!reader) throw new Error('no safe');
  const token = await signIn(world.client, reader);
  const alone = [await readMs(world, token), await readMs(world, token), await readMs(world, token)];
  await insertDue(world, safes, inOneSafe, 0);
  const stop = await startWorker(world, partner.local);
  try {
    while ((await watchRuns(world, safes)).ended < concurrency) await wait(500);
    const meanwhile = [await readMs(world, token), await readMs(world, token), await readMs(world, token)];
    const { seconds } = await untilEnded(world, safes, due);
    const ofPartner = (due * answersOfVisit * delayMs) / 1_000 / concurrency;
    return [
      {
        ...{ name: `${due} collectors due at once`, unit: 's', ours: [seconds], limit: [ofPartner] },
        ...{ promise: { atMost: 1.5 }, note: `the partner’s own time, ${concurrency} at a time` },
      },
      {
        ...{ name: 'an authenticated read meanwhile', unit: 'ms', ours: meanwhile, limit: alone },
        promise: { atMost: 1.5 },
      },
    ];
  } finally {
    await stop();
    partner.stop();
  }
}

/** The time that one reader waits for an answer. */
async function readMs({ instance }: World, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  const url = `${instance.url}/backend/api/v1/user/profile`;
  const result = await autocannon({ url, headers, connections: 1, duration: 3 });
  if (result.non2xx > 0 || result.errors > 0) throw new Error('a read failed');
  return (result.duration * 1_000) / result['2xx'];
}

/** Five hundred PDFs of one account, beside as many deposits. */
async function measureRate(world: World): Promise<Measure> {
  const partner = await startPagingPartner(0);
  const stop = await startWorker(world, partner.local);
  const limit: number[] = [];
  const ours: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      limit.push(await depositRate(world));
      const safes = world.safes.slice(round, round + 1);
      await insertDue(world, safes, 1, documents);
      const { seconds, brought } = await untilEnded(world, safes, 1);
      if (brought !== documents) throw new Error(`${brought} documents came`);
      ours.push(documents / seconds);
    }
  } finally {
    await stop();
    partner.stop();
  }
  const note = 'one account, beside deposits by 8 clients';
  return { name: `collecting ${documents} PDFs of 100 KB`, unit: '/s', ours, limit, promise: { atLeast: 1 / 2 }, note };
}

let deposited = 0;

async function depositRate({ client, instance }: World): Promise<number> {
  const authorization = `Bearer ${await employerToken(client, instance)}`;
  const employee = { employeeNumber: 'bench-0', firstName: 'Alix', lastName: 'Mesure', birthDate: '1990-01-01' };
  await client.send('POST', '/backend/api/v1/employer/employees', {
    headers: { authorization, 'content-type': 'application/x-ndjson' },
    body: [Buffer.from(JSON.stringify(employee))],
  });
  const content = makeFile(documentBytes, 0);
  return rateOf(documents, clients, async () => {
    const number = ++deposited;
    const metadata = JSON.stringify({ employeeNumber: 'bench-0', type: 'PAYE', title: `Bulletin ${number}` });
    const form = makeForm({ metadata }, renumbered(content, number));
    const headers = { ...form.headers, authorization, 'idempotency-key': `bench-${number}` };
    const { status, text } = await client.send('POST', '/backend/api/v1/employer/deposits', { ...form, headers });
    if (status !== 201) throw new Error(`a deposit answered ${status} ${text}`);
  });
}
