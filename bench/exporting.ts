import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { ArchiveThread } from '../apps/server/src/domains/exports/archive/archive-thread.ts';
import { BareArchive } from './bare/archive.ts';
import { startBare } from './bare-server.ts';
import { Client, secondsOf, signIn, untilSettled } from './client.ts';
import { startBareDatabase } from './database.ts';
import { downloadRateOf, fetchBytes } from './downloads.ts';
import { makeGivers, type Giver } from './givers.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';
import { storeContents } from './store-contents.ts';
import { watchMemory } from './watch-memory.ts';

const rounds = 5;
const processes = 3;
const afterSignInMs = 300;
const documents = 1_000;
const documentBytes = 100_000;
const many = 20_000;
const signed = 10_000;
const megabyte = 1_000_000;

/** Exporting whole safes, beside bare decryption into a file, and what the server's memory says of it. */
export async function measureExporting(): Promise<Measure[]> {
  const folders = { data: await makeFolder(), product: await makeFolder(), bare: await makeFolder() };
  const database = await startBareDatabase(folders.product);
  const urls = { DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl };
  const start = async (): Promise<World> => {
    const instance = await startInstance(folders.data, 'ready', urls);
    const client = new Client(instance.url);
    await untilSettled(client, instance);
    return { instance, client, folder: folders.bare, databaseUrl: database.ownerUrl };
  };
  let world = await start();
  try {
    const of = (await world.instance.accounts()).users.filter(({ mustChangeEmail }) => !mustChangeEmail).at(-1);
    if (!of) throw new Error('no user');
    const [usual, full] = await makeGivers(database.ownerUrl, folders.data, { count: 2, of });
    if (!usual || !full) throw new Error('no safes');
    const fill = ({ safeId }: Giver, filling: { count: number; sizeBytes: number }) =>
      storeContents(database.ownerUrl, folders.data, { safeId, ...filling });
    await fill(usual, { count: documents, sizeBytes: documentBytes });
    await fill(full, { count: many, sizeBytes: 1_000 });
    const first: Measure[] = [];
    for (const [name, giver] of [
      ['1,000 of 100 KB', usual],
      ['20,000', full],
    ] as const) {
      const growth: number[] = [];
      for (let round = 0; round < processes; round++) {
        await end(world);
        world = await start();
        growth.push(...(await measureGrowth(world, giver, 1)));
      }
      first.push(memoryOf(`memory that the first export of a process adds: ${name}`, growth));
    }
    // The process has written one already: these are those of every day.
    const ofMany = memoryOf('memory that an export of 20,000 documents adds', await measureGrowth(world, full, 3));
    return [...first, ...(await measureUsual(world, usual)), ofMany, await measureSigning()];
  } finally {
    await end(world);
    await database.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

type World = { instance: Instance; client: Client; folder: string; databaseUrl: string };
type Headers = { authorization: string };

async function end({ instance, client }: World): Promise<void> {
  client.close();
  await instance.stop();
}

async function measureUsual(world: World, giver: Giver): Promise<Measure[]> {
  const { instance, client, folder } = world;
  const headers = { authorization: `Bearer ${await signIn(client, giver)}` };
  const bare = new BareArchive(join(folder, 'contents'));
  await bare.prepare(documents, documentBytes);
  const plainBytes = (documents * documentBytes) / megabyte;
  const written = { ours: [] as number[], limit: [] as number[] };
  const growth: number[] = [];
  const sent = { ours: [] as number[], limit: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    written.limit.push(plainBytes / (await secondsOf(() => bare.write(documents))));
    const memory = await watchMemory(instance);
    const { id, seconds } = await exportAll(world, headers);
    growth.push((await memory.highest()) / megabyte);
    written.ours.push(plainBytes / seconds);
    const rates = await measureDownload(world, headers, id);
    sent.ours.push(rates.ours);
    sent.limit.push(rates.limit);
    await client.send('DELETE', `/backend/api/v1/exports/${id}`, { headers });
  }
  const promise = { atLeast: 1 / 3 };
  const note = 'beside decrypting, digesting and storing the same bytes in one synced file';
  return [
    { name: 'export of 1,000 documents of 100 KB', unit: 'MB/s', ...written, promise, note },
    memoryOf('memory that it adds', growth),
    { name: 'download of a ready export', unit: 'MB/s', ...sent, promise: { atLeast: 1 / 2 } },
  ];
}

/** By how much the server grows in each of these exports, of which the first may be the first of its process. */
async function measureGrowth(world: World, giver: Giver, exports: number): Promise<number[]> {
  const headers = { authorization: `Bearer ${await signIn(world.client, giver)}` };
  const growth: number[] = [];
  for (let round = 0; round < exports; round++) {
    // The memory that a sign-in takes for its password is given back.
    await wait(afterSignInMs);
    const memory = await watchMemory(world.instance);
    const { id } = await exportAll(world, headers);
    growth.push((await memory.highest()) / megabyte);
    await world.client.send('DELETE', `/backend/api/v1/exports/${id}`, { headers });
  }
  return growth;
}

const memoryOf = (name: string, growth: number[]): Measure => ({
  ...{ name, unit: 'MB', ours: growth, limit: growth.map(() => 64), promise: { atMost: 1 } },
});

async function exportAll({ client, databaseUrl }: World, headers: Headers): Promise<{ id: string; seconds: number }> {
  await forgetRequests(databaseUrl);
  let id = '';
  const seconds = await secondsOf(async () => {
    id = await exportSafe(client, headers);
  });
  return { id, seconds };
}

/** From the request to the archive that can be downloaded. */
export async function exportSafe(client: Client, headers: Headers): Promise<string> {
  const call = async (method: string, path: string) => {
    const { status, text } = await client.send(method, `/backend/api/v1/${path}`, { headers });
    if (status >= 400) throw new Error(`${method} ${path} answered ${status} ${text}`);
    return JSON.parse(text) as { id: string; status: string };
  };
  const { id } = await call('POST', 'exports');
  for (let status = ''; status !== 'READY'; { status } = await call('GET', `exports/${id}`)) {
    if (status === 'FAILED') throw new Error('the export failed');
    if (status !== '') await wait(50);
  }
  return id;
}

/** An owner has five a day: more are measured. */
async function forgetRequests(connectionString: string): Promise<void> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  await database.query('delete from export_requests');
  await database.end();
}

/** The same bytes by the product and by a server that only sends a file. */
async function measureDownload({ instance, folder }: World, headers: Headers, id: string) {
  const path = join(folder, `${id}.zip`);
  const address = `${instance.url}/backend/api/v1/exports/${id}/content`;
  await pipeline(await fetchBytes(address, headers), createWriteStream(path));
  const bare = await startBare('files', folder);
  try {
    const limit = await downloadRateOf(`${bare.url}/${id}.zip`, {});
    return { ours: await downloadRateOf(address, headers), limit };
  } finally {
    await bare.stop();
  }
}

async function measureSigning(): Promise<Measure> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round++) seconds.push(await secondsOf(writeAll));
  return {
    ...{ name: 'manifest and signature of 10,000 documents', unit: 's', ours: seconds, limit: seconds.map(() => 10) },
    ...{ promise: { atMost: 1 }, note: 'in a thread of its own' },
  };
}

/** Does what the thread of an archive does for it, with a proof beside each document. */
async function writeAll(): Promise<void> {
  const thread = new ArchiveThread();
  const sha256 = createHash('sha256').digest('base64');
  try {
    for (let index = 0; index < signed; index++) {
      const id = `0193a7b2-7c00-7000-8000-${String(index).padStart(12, '0')}`;
      const file = `documents/Factures/Facture n° ${index}.pdf`;
      const shared = { sha256, sizeBytes: documentBytes };
      await thread.addFile({ name: file, mimeType: 'application/pdf', ...shared });
      await thread.addFile({ name: `preuves/${id}.json`, mimeType: 'application/json', ...shared });
      const described = { title: `Facture n° ${index}`, type: 'FACT', place: 'Factures', format: 'fmt/276' };
      await thread.addDocument({ ...{ id, file, depositedAt: '2026-11-24T08:00:00Z' }, ...described, ...shared });
    }
    const signer = { certificate: new Uint8Array(600), chain: [], signedAt: '2026-11-24T08:00:00Z' };
    const facts = { exportId: '1', safeId: '2', madeAt: '2026-11-24T08:00:00Z', publicUrl: 'https://safe.example' };
    const writings = [
      { text: 'manifest', facts },
      { text: 'signedInfo', signer },
      { text: 'signatures', signer, signed: { value: '', timestamp: null, earlier: [] } },
      { text: 'asicManifest', hasTimestamp: true },
    ] as const;
    for (const writing of writings) for await (const _part of thread.write(writing));
  } finally {
    await thread.close();
  }
}
