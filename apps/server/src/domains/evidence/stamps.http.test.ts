import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint } from '@perenne/contract/evidence';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signedBytesOf } from '../../testing/files/evidence-checks.ts';
import { makeOwner, upload, type TestOwner } from '../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { readCheckpointFile, writeCheckpoint } from './checkpoint-files.ts';
import { makeCheckpoint, stampCheckpoint, stampCheckpointsOf } from './evidence.ts';
import { keepLog } from './evidence.jobs.ts';

let t: TestApp;
let owner: TestOwner;
beforeEach(async () => {
  t = await createTestApp();
  owner = await makeOwner(t);
});
afterEach(() => t.close());

const verifyStamp = ({ timestamp, ...state }: Checkpoint) =>
  t.platform.timestamps.verify(Buffer.from(timestamp ?? '', 'base64'), {
    algorithm: 'SHA-256',
    digest: createHash('sha256')
      .update(signedBytesOf({ timestamp, ...state }))
      .digest(),
  });
const newest = async (): Promise<Checkpoint> =>
  (await t.app.inject('/backend/api/v1/evidence/checkpoints?limit=1')).json().items[0];

it('gets a timestamp over the bytes that are sealed, when it is asked for', async () => {
  const made = await makeCheckpoint(t.platform);
  expect(made?.timestamp).toBeNull();
  const stamped = await stampCheckpoint(t.platform, made?.n ?? 0);
  expect(stamped).toEqual({ ...made, timestamp: stamped.timestamp });
  const { at } = await verifyStamp(stamped);
  expect(Math.abs(at.getTime() - t.clock.now().getTime())).toBeLessThan(60_000);
  expect(await newest()).toEqual(stamped);
  await stampCheckpoint(t.platform, stamped.n);
  expect(t.timestamps.requests.count).toBe(1);
});

it('gets it from the worker, and keeps the first of two', async () => {
  await t.startWorker();
  const made = await makeCheckpoint(t.platform);
  const both = await Promise.all([1, 2].map(() => stampCheckpoint(t.platform, made?.n ?? 0)));
  await expect.poll(newest).toEqual(both[0]);
  expect(both[1]).toEqual(both[0]);
  await verifyStamp(await newest());
});

it.each(['down', 'slow', 'wrong digest', 'expired certificate', 'last year', 'unknown root'] as const)(
  'waits while the authority is or answers: %s',
  async (how) => {
    t.timestamps.behave(how);
    const made = await makeCheckpoint(t.platform);
    await expect(stampCheckpoint(t.platform, made?.n ?? 0)).rejects.toMatchObject({ name: 'TimestampUnavailable' });
    expect(await newest()).toEqual({ ...made, timestamp: null });
    t.timestamps.behave('well');
    await t.startWorker();
    await expect.poll(async () => (await newest()).timestamp).not.toBeNull();
    await verifyStamp(await newest());
  },
);

it('is asked for again by the checkpoints that follow, once its job has given up', async () => {
  const made = await makeCheckpoint(t.platform);
  await sql`delete from pgboss.job where name = 'evidence.stamp'`.execute(t.platform.db);
  await upload(t, owner);
  await keepLog(t.platform);
  await t.startWorker();
  const first = () => t.app.inject(`/backend/api/v1/evidence/checkpoints/${made?.n}`);
  await expect.poll(async () => (await first()).json().timestamp).not.toBeNull();
});

it('is asked for though a folder of checkpoints is away', async () => {
  t.platform.settings.checkpointFolders = [join(t.dataFolder, 'checkpoints')];
  await writeFile(join(t.dataFolder, 'checkpoints'), 'no folder');
  await makeCheckpoint(t.platform);
  await t.startWorker();
  await expect.poll(async () => (await newest()).timestamp).not.toBeNull();
});

it('is written into the files where an export was first to ask for it', async () => {
  const folder = join(t.dataFolder, 'checkpoints');
  t.platform.settings.checkpointFolders = [folder];
  const made = await makeCheckpoint(t.platform);
  if (!made) throw new Error('nothing had changed');
  await writeCheckpoint(t.platform, made);
  await sql`delete from pgboss.job where name = 'evidence.stamp'`.execute(t.platform.db);
  await stampCheckpointsOf(t.platform, owner.safeId);
  await t.startWorker();
  const written = () => readCheckpointFile(join(folder, `checkpoint-${made.n}.json`));
  await expect.poll(written).toEqual(await newest());
});

it('cannot be replaced by the application', async () => {
  const made = await makeCheckpoint(t.platform);
  const stamped = await stampCheckpoint(t.platform, made?.n ?? 0);
  await sql`select evidence_stamp(${stamped.n}, '\\x00', ${t.clock.now()})`.execute(t.platform.db);
  expect(await newest()).toEqual(stamped);
});
