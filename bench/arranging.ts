import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import pg from 'pg';
import { Client, makeForm, makeText, rateOf, secondsOf, signIn, untilSettled, uploadsAtOnce } from './client.ts';
import { startBareDatabase } from './database.ts';
import { makeFolder, removeFolder, startInstance, type Instance } from './instance.ts';
import type { Measure } from './measure.ts';

const rounds = 5;
const changesARound = 150;
const warmUp = 300;
const files = 500;
const fileBytes = 100_000;
/** An archive of 15 MB, and how many megabytes of it come in a second. */
const few = 150;
const fewAtLeast = 120;

/** Renaming, moving, deleting and restoring, and an archive of 500 documents, each beside the bare route. */
export async function measureArranging(): Promise<Measure[]> {
  const folders = { product: await makeFolder(), bare: await makeFolder() };
  const instance = await startInstance(folders.product);
  const database = await startBareDatabase(folders.bare);
  const bare = await startBareChanges(database.ownerUrl, join(folders.bare, 'files'), { files, fileBytes });
  const client = new Client(instance.url);
  try {
    await untilSettled(client, instance);
    const safe = await fillSafe(instance, client);
    return [...(await measureChanges(client, safe, bare)), ...(await measureArchive(instance, safe, bare))];
  } finally {
    client.close();
    await bare.stop();
    await database.stop();
    await instance.stop();
    await Promise.all(Object.values(folders).map(removeFolder));
  }
}

type Safe = { headers: Record<string, string>; documents: string[]; folders: string[] };
export type Bare = { url: string; headers: Record<string, string>; stop(): Promise<void> };

type Change = { name: string; work(index: number): Promise<void> };

async function measureChanges(client: Client, { headers, documents, folders }: Safe, bare: Bare): Promise<Measure[]> {
  const json = { ...headers, 'content-type': 'application/json' };
  const send = async (method: string, path: string, payload: object) => {
    const body = [Buffer.from(JSON.stringify(payload))];
    const { status, text } = await client.send(method, `/backend/api/v1/${path}`, { headers: json, body });
    if (status !== 200 && status !== 204) throw new Error(`${path} answered ${status} ${text}`);
  };
  const some = (index: number) => documents.slice(index % documents.length, (index % documents.length) + 1);
  const changes: Change[] = [
    {
      name: 'rename',
      work: (index) => send('PATCH', `documents/${some(index)[0] ?? ''}`, { title: `Titre ${index}` }),
    },
    {
      name: 'move',
      work: (index) =>
        send('POST', 'documents/move', {
          documents: some(index),
          to: { folderId: folders[Math.floor(index / documents.length) % 2] },
        }),
    },
    { name: 'trash', work: (index) => send('POST', 'documents/delete', { documents: some(index) }) },
    { name: 'restore', work: (index) => send('POST', 'trash/restore', { documents: some(index) }) },
  ];
  const bareClient = new Client(bare.url);
  const change = async () => {
    const { status } = await bareClient.send('POST', '/change', { headers: bare.headers });
    if (status !== 204) throw new Error(`the bare change answered ${status}`);
  };
  const next = new Map(changes.map(({ name }) => [name, 0]));
  /** Milliseconds a change, one after the other. */
  const timeOf = async ({ name, work }: Change, count: number) => {
    const from = next.get(name) ?? 0;
    next.set(name, from + count);
    return 1000 / (await rateOf(count, 1, (index) => work(from + index)));
  };
  for (const each of changes) await timeOf(each, warmUp);
  await rateOf(warmUp, 1, change);
  const measured = changes.map(({ name }) => ({ name, ours: [] as number[], limit: [] as number[] }));
  for (let round = 0; round < rounds; round++)
    for (const [index, each] of changes.entries()) {
      measured[index]?.ours.push(await timeOf(each, changesARound));
      measured[index]?.limit.push(1000 / (await rateOf(changesARound, 1, change)));
    }
  bareClient.close();
  return measured.map((each) => ({ ...each, name: `${each.name} one document`, unit: 'ms', promise: { atMost: 4 } }));
}

async function measureArchive(instance: Instance, { headers, documents }: Safe, bare: Bare): Promise<Measure[]> {
  const large = await compareArchives(instance, { headers, documents }, bare);
  const small = await compareArchives(instance, { headers, documents: documents.slice(0, few) }, bare);
  const promise = { atLeast: 1 / 3 };
  return [
    { name: `ZIP of ${files} documents of 100 KB`, unit: 'MB/s', ours: large.ours, limit: large.limit, promise },
    {
      ...{ name: 'its first byte, of the whole time', unit: 'ms', ours: large.first, limit: large.whole },
      promise: { atMost: 0.05 },
    },
    {
      ...{ name: `ZIP of ${few} documents of 100 KB`, unit: 'MB/s', ours: small.ours, limit: small.limit, promise },
      absolute: { atLeast: fewAtLeast },
    },
  ];
}

type Archived = Pick<Safe, 'headers' | 'documents'>;

/** Megabytes a second of the product and of the bare route; and milliseconds of the product. */
async function compareArchives({ url }: Instance, { headers, documents }: Archived, bare: Bare) {
  const body = JSON.stringify({ documents });
  const json = { ...headers, 'content-type': 'application/json' };
  const archive = () => download(`${url}/backend/api/v1/documents/download`, { method: 'POST', headers: json, body });
  const limitOf = () =>
    download(`${bare.url}/archive?files=${documents.length}`, { method: 'POST', headers: bare.headers });
  await archive();
  await limitOf();
  const measured = { ours: [] as number[], limit: [] as number[], first: [] as number[], whole: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const { firstMs, wholeMs, sizeBytes } = await archive();
    if (sizeBytes < documents.length * fileBytes) throw new Error(`the archive has ${sizeBytes} bytes`);
    measured.ours.push(sizeBytes / 1000 / wholeMs);
    measured.first.push(firstMs);
    measured.whole.push(wholeMs);
    const bareOne = await limitOf();
    measured.limit.push(bareOne.sizeBytes / 1000 / bareOne.wholeMs);
  }
  return measured;
}

/** How long the first byte and all of them took. */
export async function download(url: string, sent: RequestInit) {
  const started = performance.now();
  let firstMs = 0;
  let sizeBytes = 0;
  const wholeMs =
    1000 *
    (await secondsOf(async () => {
      const answer = await fetch(url, sent);
      if (!answer.ok || !answer.body) throw new Error(`${url} answered ${answer.status}`);
      for await (const chunk of answer.body) {
        firstMs ||= performance.now() - started;
        sizeBytes += chunk.length;
      }
    }));
  return { firstMs, wholeMs, sizeBytes };
}

/** A safe of 500 documents in a folder, and another folder. */
async function fillSafe(instance: Instance, client: Client): Promise<Safe> {
  const users = (await instance.accounts()).users.filter(({ mustChangeEmail }) => !mustChangeEmail);
  const user = users.at(-1);
  if (!user) throw new Error('no user');
  const headers = { authorization: `Bearer ${await signIn(client, user)}` };
  const make = async (path: string, sent: { headers: Record<string, string>; body: Buffer[] }) => {
    const { status, text } = await client.send('POST', `/backend/api/v1/${path}`, sent);
    if (status !== 201) throw new Error(`${path} answered ${status} ${text}`);
    return String(JSON.parse(text).id);
  };
  const json = { ...headers, 'content-type': 'application/json' };
  const named = (name: object) => ({ headers: json, body: [Buffer.from(JSON.stringify(name))] });
  const categoryId = await make('categories', named({ title: 'Mesure' }));
  const folders = [
    await make('folders', named({ name: 'Un', categoryId })),
    await make('folders', named({ name: 'Deux', categoryId })),
  ];
  const documents: string[] = [];
  await rateOf(files, uploadsAtOnce, async (index) => {
    const form = makeForm({ title: `Document ${index}`, categoryId }, makeText(fileBytes, index), 'bench.txt');
    documents.push(await make('documents', { headers: { ...form.headers, ...headers }, body: form.body }));
  });
  return { headers, documents, folders };
}

type Archive = { files: number; fileBytes: number };

/** Bare Fastify: one durable commit of three statements, and an archive of files. */
export async function startBareChanges(
  databaseUrl: string,
  folder: string,
  { files, fileBytes }: Archive,
): Promise<Bare> {
  await mkdir(folder);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  await pool.query(`
    create table bare_things (id int primary key, note bytea);
    create table bare_totals (id int primary key, changes bigint not null);
    create table bare_entries (id bigserial primary key, thing int not null, note bytea);
    insert into bare_things values (1, '');
    insert into bare_totals values (1, 0)`);
  await pool.end();
  const key = randomBytes(32);
  const server = spawn(
    process.execPath,
    ['bench/bare/changes.ts', databaseUrl, key.toString('hex'), folder, String(files), String(fileBytes)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = await once(server.stdout, 'data');
  const token = await new SignJWT({ sub: 'bench' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('2h')
    .sign(key);
  return {
    url: `http://127.0.0.1:${String(line).trim()}`,
    headers: { authorization: `Bearer ${token}` },
    stop: async () => {
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}
