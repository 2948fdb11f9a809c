import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Checkpoint } from '@perenne/contract/evidence';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { beginScheduled } from '../../testing/jobs/scheduled-jobs.ts';
import { makeOwner, upload, type TestOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { listCheckpointFiles, restoreCheckpointFiles, writeCheckpoint } from './checkpoint-files.ts';
import { makeCheckpoint } from './evidence.ts';
import { keepLog } from './evidence.jobs.ts';

let t: TestApp;
let owner: TestOwner;
let folders: { beside: string; apart: string };
beforeAll(async () => {
  const apart = join(await mkdtemp(join(tmpdir(), 'perenne-checkpoints-')), 'made', 'on demand');
  t = await createTestApp();
  folders = { beside: join(t.dataFolder, 'checkpoints'), apart };
  t.platform.settings.checkpointFolders = Object.values(folders);
  owner = await makeOwner(t);
});
afterAll(async () => {
  await t.close();
  await rm(join(folders.apart, '..', '..'), { recursive: true, force: true });
});

async function checkpoint(): Promise<Checkpoint> {
  await upload(t, owner);
  const made = await makeCheckpoint(t.platform);
  if (!made) throw new Error('nothing had changed');
  return made;
}
const pathOf = (folder: string, { n }: Checkpoint) => join(folder, `checkpoint-${n}.json`);
const alarms = () => t.logged.filter((line) => line.includes('a checkpoint is not the one that was written'));
const read = async (folder: string, of: Checkpoint): Promise<Checkpoint> =>
  JSON.parse(await readFile(pathOf(folder, of), 'utf8'));

it('is written into each folder, as it is published, and nothing is left beside it', async () => {
  const made = await checkpoint();
  await writeCheckpoint(t.platform, made);
  for (const folder of Object.values(folders)) {
    expect(await read(folder, made)).toEqual(made);
    expect(await readdir(folder)).toEqual([`checkpoint-${made.n}.json`]);
  }
});

it('is written again with its timestamp, which then stays', async () => {
  const made = await checkpoint();
  const stamped = { ...made, timestamp: Buffer.from('a token').toString('base64') };
  await writeCheckpoint(t.platform, made);
  await writeCheckpoint(t.platform, stamped);
  expect(await read(folders.apart, made)).toEqual(stamped);
  await writeCheckpoint(t.platform, made);
  expect(await read(folders.apart, made)).toEqual(stamped);
  expect(alarms()).toEqual([]);
});

it('is written again where it is missing', async () => {
  const [first, second] = [await checkpoint(), await checkpoint()];
  await restoreCheckpointFiles(t.platform);
  await rm(pathOf(folders.apart, first));
  await rm(folders.beside, { recursive: true });
  await keepLog(t.platform);
  expect(await read(folders.apart, first)).toEqual(first);
  expect(await read(folders.beside, second)).toEqual(second);
  const ns = ((await listCheckpointFiles(folders.beside)) ?? []).map(({ n }) => n);
  expect(ns).toEqual(ns.map((_, index) => index + 1));
});

it.each([
  ['another root', (made: Checkpoint) => JSON.stringify({ ...made, root: '0'.repeat(64) })],
  ['what is no checkpoint', () => 'not JSON'],
])('leaves a file that holds %s, and alarms', async (_name, other) => {
  const made = await checkpoint();
  await writeFile(pathOf(folders.apart, made), other(made));
  await writeCheckpoint(t.platform, made);
  expect(await readFile(pathOf(folders.apart, made), 'utf8')).toBe(other(made));
  expect(alarms().at(-1)).toContain(pathOf(folders.apart, made));
});

describe('while the worker runs', () => {
  beforeAll(() => t.startWorker());

  it('is written soon after it is made', async () => {
    const made = await checkpoint();
    await expect.poll(() => readdir(folders.apart)).toContain(`checkpoint-${made.n}.json`);
  });

  it('is made by itself, from a job that begins twice an hour', async () => {
    const { n } = await checkpoint();
    await upload(t, owner);
    expect(await beginScheduled(t, 'evidence.checkpoint')).toBe('*/30 * * * *');
    await expect.poll(() => readdir(folders.apart)).toContain(`checkpoint-${n + 1}.json`);
  });
});
