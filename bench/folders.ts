import pg from 'pg';
import { Client, rateOf, signIn, untilSettled } from './client.ts';
import { startBareDatabase } from './database.ts';
import { fillFullSafe } from './full-safe.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';
import { startBareServer } from './reads.ts';

const sizes = [1_000, 10_000, 42_000];
/** Of a page of 50 by date, for each size. */
const withinMs = [4, 4, 6];
/** Of a page of 50 by title, of the largest. */
const byTitleWithinMs = 6;
const rounds = 5;
const callsARound = 60;
const warmUp = 300;

/** The first page of folders of several sizes, by date and by title, and the list of folders, beside bare Fastify. */
export async function measureFolders(): Promise<Measure[]> {
  const folders = { data: await makeFolder(), product: await makeFolder(), bare: await makeFolder() };
  const productDatabase = await startBareDatabase(folders.product);
  const instance = await startInstance(folders.data, 'ready', {
    DATABASE_URL: productDatabase.ownerUrl,
    DATABASE_APP_URL: productDatabase.appUrl,
  });
  const database = await startBareDatabase(folders.bare);
  const bare = await startBareServer(database.ownerUrl);
  const client = new Client(instance.url);
  const bareClient = new Client(bare.url);
  try {
    const { headers, folderIds } = await fillFolders(client, instance, productDatabase.ownerUrl);
    const read = (path: string) => async () => {
      const { status } = await client.send('GET', `/backend/api/v1/${path}`, { headers });
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    };
    const fifty = async () => {
      await bareClient.send('GET', '/fifty', { headers: { authorization: `Bearer ${bare.token}` } });
    };
    const measures: Measure[] = [];
    for (const { name, path, atMost, absoluteMs } of rowsOf(folderIds)) {
      const startedAt = performance.now();
      await read(path)();
      const note = `first call ${(performance.now() - startedAt).toFixed(0)} ms`;
      measures.push({
        ...{ name, unit: 'ms', ...(await compare(read(path), fifty)), promise: { atMost }, note },
        ...(absoluteMs !== undefined && { absolute: { atMost: absoluteMs } }),
      });
    }
    return measures;
  } finally {
    for (const each of [client, bareClient]) each.close();
    await bare.stop();
    await instance.stop();
    await Promise.all([database.stop(), productDatabase.stop()]);
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

type Row = { name: string; path: string; atMost: number; absoluteMs?: number | undefined };

const rowsOf = (folderIds: readonly string[]): Row[] => [
  ...sizes.map((size, index) => ({
    name: `page of 50 of a folder of ${size}`,
    path: `documents?limit=50&folderId=${folderIds[index]}`,
    atMost: 6,
    absoluteMs: withinMs[index],
  })),
  { name: 'list of folders, 53,000 documents', path: 'folders?limit=200', atMost: 4 },
  ...sizes.map((size, index) => ({
    name: `page of 50 by title, a folder of ${size}`,
    path: `documents?limit=50&sort=title&folderId=${folderIds[index]}`,
    atMost: 8,
    absoluteMs: size === Math.max(...sizes) ? byTitleWithinMs : undefined,
  })),
  { name: 'page of 50 by title, a safe of 53,000', path: 'documents?limit=50&sort=title', atMost: 8 },
];

/** Milliseconds, one after the other: each round one beside the other, in the same minute. */
async function compare(
  ours: () => Promise<void>,
  limit: () => Promise<void>,
): Promise<Pick<Measure, 'ours' | 'limit'>> {
  const measured = { ours: [] as number[], limit: [] as number[] };
  const timeOf = async (count: number, work: () => Promise<void>) => 1000 / (await rateOf(count, 1, work));
  await timeOf(warmUp, ours);
  await timeOf(warmUp, limit);
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await timeOf(callsARound, ours));
    measured.limit.push(await timeOf(callsARound, limit));
  }
  return measured;
}

type Filled = { headers: Record<string, string>; folderIds: string[] };

/** A safe with a folder of each size. */
async function fillFolders(client: Client, instance: Instance, databaseUrl: string): Promise<Filled> {
  await untilSettled(client, instance);
  const user = (await instance.accounts()).users.findLast(({ mustChangeEmail }) => !mustChangeEmail);
  if (!user) throw new Error('no user');
  const headers = { authorization: `Bearer ${await signIn(client, user)}` };
  const make = async (path: string, named: object) => {
    const sent = {
      headers: { ...headers, 'content-type': 'application/json' },
      body: [Buffer.from(JSON.stringify(named))],
    };
    const { status, text } = await client.send('POST', `/backend/api/v1/${path}`, sent);
    if (status !== 201) throw new Error(`${path} answered ${status} ${text}`);
    return String(JSON.parse(text).id);
  };
  const categoryId = await make('categories', { title: 'Mesure' });
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const { rows } = await database.query('select safe_id from categories where category_id = $1', [categoryId]);
  const folderIds: string[] = [];
  for (const count of sizes) {
    const folderId = await make('folders', { name: `Dossier de ${count}`, categoryId });
    await fillFullSafe(databaseUrl, instance.dataFolder, {
      count,
      safeId: rows[0].safe_id,
      folder: { folderId, categoryId },
    });
    folderIds.push(folderId);
  }
  // As a database is that runs for long.
  await database.query('vacuum analyze documents, folders, categories');
  await database.end();
  return { headers, folderIds };
}
