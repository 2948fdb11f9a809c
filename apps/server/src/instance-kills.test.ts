import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { clearExpiredUploads } from './domains/documents/documents.jobs.ts';
import { noLocalReach } from './platform/collecting/reach.ts';
import { openPlatform } from './open-platform.ts';
import { openDataFolder } from './platform/files/data-folder.ts';
import type { Platform } from './platform/platform.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded/embedded-postgres.ts';
import { readServerRecord } from './platform/postgres/embedded/leftover.ts';
import { listAll, readContent, Refused, sha256Of, signIn, uploadText } from './testing/instances/instance-client.ts';
import {
  readDemoFile,
  removeDataFolder,
  startInstance,
  type InstanceProcess,
} from './testing/instances/instance-process.ts';
import { copyMadeWorld } from './testing/instances/made-world.ts';
import { pace } from './testing/pace.ts';

const rounds = 4;
const clients = 4;
const hourMs = 3_600_000;

let dataFolder: string;
let instance: InstanceProcess;

beforeEach(async () => {
  dataFolder = await copyMadeWorld();
});

afterEach(async () => {
  await instance.stop('SIGKILL');
  await removeDataFolder(dataFolder);
});

async function killDatabase(): Promise<void> {
  const record = await readServerRecord(join(dataFolder, 'postgres'));
  if (record) process.kill(record.pid, 'SIGKILL');
}

type Acknowledged = { id: string; sha256: string };

async function start(httpProcesses: 1 | 2): Promise<void> {
  instance = await startInstance({ dataFolder, env: { PERENNE_HTTP_PROCESSES: String(httpProcesses) } });
  await instance.until('/ready');
}

it('keeps every upload that it acknowledged, however often it is killed', { timeout: 300_000 * pace }, async () => {
  await start(1);
  const [user] = (await readDemoFile(dataFolder)).users;
  const token = await signIn(instance.url, user ?? { email: '', password: '' });
  const known = (await listAll(instance.url, token)).length;
  const acknowledged: Acknowledged[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const uploads = Array.from({ length: clients }, () => uploadUntilKilled(instance.url, { token, acknowledged }));
    const enough = acknowledged.length + clients;
    // However slow the machine is, something was acknowledged before the kill.
    await expect.poll(() => acknowledged.length).toBeGreaterThanOrEqual(enough);
    await sleep(Math.random() * 1_200);
    if (round % 2 === 1) await killDatabase();
    await instance.stop('SIGKILL');
    await Promise.all(uploads);
    await start(round < rounds / 2 ? 1 : 2);
    await expectAll(acknowledged, token);
  }
  expect(acknowledged.length).toBeGreaterThan(rounds);
  const total = (await listAll(instance.url, token)).length;
  // An upload may have been made without its answer: at most one a client and a round.
  expect(total).toBeGreaterThanOrEqual(known + acknowledged.length);
  expect(total).toBeLessThanOrEqual(known + acknowledged.length + rounds * clients);
  await instance.stop();
  await expectNothingLeft();
});

/** Uploads as fast as answers come, and notes those that were acknowledged. */
async function uploadUntilKilled(
  url: string,
  { token, acknowledged }: { token: string; acknowledged: Acknowledged[] },
): Promise<void> {
  for (;;) {
    const text = `${Math.random()} `.repeat(Math.ceil(Math.random() * 60_000));
    try {
      const { id } = await uploadText(url, token, { fileName: 'upload.txt', text });
      acknowledged.push({ id, sha256: sha256Of(text) });
    } catch (error) {
      // The connection broke, or the database: what was not acknowledged may be there or not.
      if (error instanceof TypeError || error instanceof Refused) return;
      throw error;
    }
  }
}

async function expectAll(acknowledged: readonly Acknowledged[], token: string): Promise<void> {
  const contents = await Promise.all(
    acknowledged.map(async ({ id }) => ({ id, sha256: sha256Of(await readContent(instance.url, token, id)) })),
  );
  expect(contents).toEqual(acknowledged);
}

/** After the intents have expired, the store holds what the documents name, and nothing is reserved. */
async function expectNothingLeft(): Promise<void> {
  const { platform, close } = await openPlatformAfter(13 * hourMs);
  try {
    await ageStagedFiles();
    await clearExpiredUploads(platform);
    expect(await readdir(staging())).toEqual([]);
    const rows = await platform.db.selectFrom('documents').select('object_id').execute();
    const stored: string[] = [];
    for await (const objectId of platform.objects.list()) stored.push(objectId);
    expect(stored.toSorted()).toEqual(rows.map((row) => row.object_id).toSorted());
    expect(await platform.db.selectFrom('upload_intents').selectAll().execute()).toEqual([]);
    const reserved = await platform.db
      .selectFrom('safes')
      .select('safe_id')
      .where('storage_reserved', '>', 0)
      .execute();
    expect(reserved).toEqual([]);
  } finally {
    await close();
  }
}

const staging = (): string => join(dataFolder, 'objects', 'staging');

/** The store’s own clock gives the age of what a put left. */
async function ageStagedFiles(): Promise<void> {
  const yesterday = new Date(Date.now() - 24 * hourMs);
  for (const name of await readdir(staging())) await utimes(join(staging(), name), yesterday, yesterday);
}

/** The parts of the stopped instance, under a clock that is ahead, and without its own worker. */
async function openPlatformAfter(offsetMs: number): Promise<{ platform: Platform; close(): Promise<void> }> {
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const folder = await openDataFolder(dataFolder);
  const database = await startEmbeddedPostgres({ dataFolder: folder.path, log: silent });
  const config = readConfig({ PERENNE_DATA: dataFolder, PERENNE_CLOCK_OFFSET_MS: String(offsetMs) });
  const edges = {
    ...{ database, smtpUrl: 'smtp://127.0.0.1:9', sms: { url: 'http://127.0.0.1:9', token: '' } },
    ...{
      publicUrl: 'http://localhost:3000',
      inboxUrl: null,
      federation: null,
      timestamps: null,
      collectors: noLocalReach,
    },
  };
  const opened = await openPlatform(config, edges, pino({ level: 'silent' }));
  const close = async () => {
    await opened.close();
    await database.stop();
    await folder.release();
  };
  return { platform: opened.platform, close };
}
