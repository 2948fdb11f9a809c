import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Platform } from '../../../platform/platform.ts';
import { openDatabase } from '../../../platform/postgres/db.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { AnnouncedUploads } from './announced-uploads.ts';
import { clearExpiredUploads } from '../documents.jobs.ts';
import { uploadLifeMs, type Intent } from './upload-intents.ts';

let t: TestApp;
let platform: Platform;
let uploads: AnnouncedUploads;

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.platform.db.deleteFrom('upload_intents').execute();
  platform = { ...t.platform };
  uploads = new AnnouncedUploads(platform);
});
// The next ones are announced while nobody waits for them.
afterEach(() => uploads.close());

const minuteMs = 60_000;

const takeMany = (count: number, from = uploads) => Promise.all(Array.from({ length: count }, () => from.take()));

const rows = () => t.platform.db.selectFrom('upload_intents').selectAll().execute();

const idsOf = (intents: readonly Intent[]) => intents.map(({ objectId }) => objectId);

it('announces each upload before it is taken, and gives none twice, however many are taken at once', async () => {
  const other = new AnnouncedUploads(platform);
  const [mine, others] = await Promise.all([takeMany(150), takeMany(150, other)]);
  const more = await takeMany(50);
  const taken = [...mine, ...others, ...more];
  expect(new Set(idsOf(taken)).size).toBe(350);
  expect(new Set(taken.map(({ holderId }) => holderId)).size).toBe(2);
  const announced = new Set((await rows()).map((row) => `${row.holder_id}/${row.object_id}`));
  for (const { holderId, objectId } of taken) expect(announced).toContain(`${holderId}/${objectId}`);
  await other.close();
});

it('writes once for many', async () => {
  // One more, and the next ones are announced.
  await takeMany(15);
  expect(await rows()).toHaveLength(32);
});

it('ends what nobody took when it is closed, and nothing else', async () => {
  const taken = await takeMany(20);
  await uploads.close();
  expect((await rows()).map((row) => row.object_id).toSorted()).toEqual(idsOf(taken).toSorted());
});

it('closes where nothing was taken', async () => {
  await uploads.close();
  expect(await rows()).toEqual([]);
});

it('gives only what is good for a whole upload', async () => {
  const [first] = await takeMany(1);
  t.clock.advance(uploadLifeMs - minuteMs);
  const [second] = await takeMany(1);
  t.clock.advance(2 * minuteMs);
  const [third] = await takeMany(1);
  const left = await rows();
  const expiryOf = (intent: Intent | undefined) =>
    left.find((row) => row.object_id === intent?.objectId)?.expires_at.getTime();
  expect(expiryOf(second)).toBe(expiryOf(first));
  expect(expiryOf(third)).toBeGreaterThan(t.clock.now().getTime() + 2 * uploadLifeMs - minuteMs);
});

it('leaves to the janitor what a killed process announced, once it has expired, and lets another go on', async () => {
  const [begun] = await takeMany(1);
  await t.platform.objects.put(begun?.objectId ?? '', chunksOf('an object that no document names'));
  t.clock.advance(2 * uploadLifeMs - minuteMs);
  expect(await clearExpiredUploads(t.platform)).toBe(0);
  const other = new AnnouncedUploads(platform);
  const [later] = await takeMany(1, other);
  t.clock.advance(minuteMs);
  expect(await clearExpiredUploads(t.platform)).toBe(32);
  expect(await t.platform.objects.head(begun?.objectId ?? '')).toBeNull();
  const left = await rows();
  expect(left.map((row) => row.object_id)).toContain(later?.objectId);
  expect(new Set(left.map((row) => row.holder_id)).size).toBe(1);
});

it('says that the service is away while the database is, and goes on when it is back', async () => {
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', poolSize: 1, log: t.platform.log });
  platform.db = away.db;
  const refused = await Promise.allSettled(Array.from({ length: 3 }, () => uploads.take()));
  for (const outcome of refused) expect(outcome).toMatchObject({ reason: { code: 'ServiceUnavailable' } });
  platform.db = t.platform.db;
  const taken = await takeMany(15);
  platform.db = away.db;
  // Intents announced before are still good; a failed announcement behind them takes nothing down.
  expect(new Set(idsOf([...taken, ...(await takeMany(17))])).size).toBe(32);
  await expect(uploads.take()).rejects.toMatchObject({ code: 'ServiceUnavailable', retryAfterSeconds: 5 });
  await away.close();
});

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
