import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SafeExport } from '@perenne/contract/exports';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sayAll } from '../../verifier/src/testing/say.ts';
import { bearer, listAll, post, signIn } from './testing/instances/instance-client.ts';
import {
  readDemoFile,
  removeDataFolder,
  startInstance,
  type InstanceProcess,
} from './testing/instances/instance-process.ts';
import { copyMadeWorld } from './testing/instances/made-world.ts';
import { pace } from './testing/pace.ts';
import { inFolder } from './testing/people/exporter.ts';
import {
  hasSchemas,
  hasXmlTools,
  hasZipTools,
  judge,
  judgeManifest,
  judgeSignature,
} from './testing/servers/outside-tools.ts';

const api = '/backend/api/v1';

let dataFolder: string;
let instance: InstanceProcess;
beforeEach(async () => {
  dataFolder = await copyMadeWorld();
  await restart();
});
afterEach(async () => {
  await instance.stop('SIGKILL');
  await removeDataFolder(dataFolder);
});

async function restart(): Promise<void> {
  instance = await startInstance({ dataFolder });
  await instance.until('/ready');
}

/** The activated user whose safe is the fullest. */
async function signInFullest(): Promise<{ token: string; count: number }> {
  const { users } = await readDemoFile(dataFolder);
  const own = users.filter(({ mustChangeEmail }) => !mustChangeEmail);
  const safes = await Promise.all(
    own.map(async (user) => {
      const token = await signIn(instance.url, user);
      return { token, count: (await listAll(instance.url, token)).length };
    }),
  );
  return safes.toSorted((a, b) => b.count - a.count)[0] ?? { token: '', count: 0 };
}

async function get<T>(path: string, token: string): Promise<T> {
  const answer = await fetch(`${instance.url}${api}/${path}`, { headers: bearer(token) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
}

const begin = async (token: string): Promise<string> => {
  const answer = await post(`${instance.url}${api}/exports`, {}, bearer(token));
  return ((await answer.json()) as SafeExport).id;
};
const getExport = async (id: string, token: string): Promise<SafeExport> => get(`exports/${id}`, token);

async function download(id: string, token: string): Promise<Buffer> {
  const answer = await fetch(`${instance.url}${api}/exports/${id}/content`, { headers: bearer(token) });
  return Buffer.from(await answer.arrayBuffer());
}

/** The certificates that a reader of the demonstration trusts: of the seal, and of the authority. */
async function readTrust(token: string): Promise<{ seal: string; authority: string }> {
  const { items } = await get<{ items: Array<{ certificate: string }> }>('evidence/certificates', token);
  const kept = JSON.parse(await readFile(join(dataFolder, 'demo-timestamps.json'), 'utf8')) as { root: string };
  return { seal: items.map(({ certificate }) => certificate).join('\n'), authority: kept.root };
}

const slow = { timeout: 300_000 * pace };
const hasTools = hasZipTools && hasXmlTools;

it.skipIf(!hasTools)('exports the fullest safe of the demonstration as all judges accept it', slow, async () => {
  const { token, count } = await signInFullest();
  expect(count).toBeGreaterThan(50);
  const id = await begin(token);
  await expect.poll(async () => (await getExport(id, token)).status).toBe('READY');
  const ready = await getExport(id, token);
  expect(ready).toMatchObject({ documentCount: count, damaged: [], timestampedAt: expect.any(String) });
  const zip = await download(id, token);
  expect(createHash('sha256').update(zip).digest('hex')).toBe(ready.sha256);
  const { seal, authority } = await readTrust(token);
  const beside = { 'perenne.zip': zip, 'ca.pem': Buffer.from(seal), 'tsa-ca.pem': Buffer.from(authority) };
  await inFolder(new Map(Object.entries(beside)), async (cwd) => {
    expect(await judge('unzip', ['-t', 'perenne.zip'], { cwd })).toContain('No errors detected');
    expect(await judge('zipinfo', ['perenne.zip'], { cwd })).toMatch(/ stor .* mimetype\n/);
    await judge('unzip', ['-q', 'perenne.zip'], { cwd });
    expect(await judgeSignature(cwd)).toContain('OK');
    const stamp = ['-in', 'META-INF/timestamp.tst', '-data', 'META-INF/ASiCManifest.xml', '-CAfile', 'tsa-ca.pem'];
    expect(await judge('openssl', ['ts', '-verify', '-token_in', ...stamp], { cwd })).toContain('Verification: OK');
    if (hasSchemas) await judgeManifest(cwd, 'META-INF/manifest-fnta.xml');
  });
  const files = [
    { name: 'confiance.pem', content: `${seal}\n${authority}` },
    { name: 'perenne.zip', content: new Uint8Array(zip) },
  ];
  const said = await sayAll(files, { now: new Date() });
  expect(said.filter((each) => !each.startsWith('holds'))).toEqual([]);
});

it('makes one export ready, however often its process is killed meanwhile', slow, async () => {
  const { token, count } = await signInFullest();
  const id = await begin(token);
  const staged = () => readdir(join(dataFolder, 'objects', 'staging'));
  for (let kills = 0; kills < 2; kills += 1) {
    const before = new Set(await staged());
    const isUnderWay = async () => (await staged()).some((name) => !before.has(name));
    if (kills > 0) await restart();
    await expect.poll(isUnderWay, { interval: 2 }).toBe(true);
    await instance.stop('SIGKILL');
    // The archive that it was writing is not at its end.
    expect(await isUnderWay()).toBe(true);
  }
  await restart();
  await expect.poll(async () => (await getExport(id, token)).status).toBe('READY');
  const { items } = await get<{ items: SafeExport[] }>('exports', token);
  expect(items).toMatchObject([{ id, status: 'READY', documentCount: count, damaged: [] }]);
  const journal = await get<{ items: Array<{ action: string }> }>('user/journal?kind=export', token);
  expect(journal.items.map(({ action }) => action)).toEqual(['export.ready', 'export.requested']);
  const zip = await download(id, token);
  expect(createHash('sha256').update(zip).digest('hex')).toBe(items[0]?.sha256);
});
