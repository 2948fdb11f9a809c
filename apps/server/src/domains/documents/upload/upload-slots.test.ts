import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openDatabase } from '../../../platform/postgres/db.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { UploadSlots } from './upload-slots.ts';

let t: TestApp;
let platform: Platform;
let slots: UploadSlots;
/** Of another process. */
let others: UploadSlots;
let safe: { safeId: string };

beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(() => {
  platform = { ...t.platform };
  slots = new UploadSlots(platform);
  others = new UploadSlots({ ...t.platform });
  safe = { safeId: newId(t.clock) };
});
afterEach(() => Promise.all([slots.close(), others.close()]));

const rows = () => t.platform.db.selectFrom('upload_slots').select(['upload_id as uploadId']).execute();

/** Uploads that are under way until they are ended, by name, in the order in which they began. */
function makeUploads(of = slots) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string) =>
    of.within(safe, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await wait(0);
  };
  return { begun, begin, end, endAll: () => Promise.all([...ends.keys()].map(end)) };
}

const six = ['a', 'b', 'c', 'd', 'e', 'f'];

it('pass a slot on to the upload that has waited longest, before any that comes later', async () => {
  const { begun, begin, end, endAll } = makeUploads();
  const all = six.map(begin);
  await expect.poll(() => begun.length).toBe(6);
  for (const name of ['first', 'second']) {
    all.push(begin(name));
    await wait(50);
  }
  await end('c');
  all.push(begin('late'));
  await end('a');
  await end('b');
  await expect.poll(() => begun.slice(6)).toEqual(['first', 'second', 'late']);
  expect(await rows()).toHaveLength(6);
  await endAll();
  await Promise.all(all);
});

it('let eight that go on without a pause all have their turns', async () => {
  const turns = Array.from({ length: 8 }, async () => {
    for (let count = 0; count < 30; count += 1) await slots.within(safe, () => wait(5));
    return 30;
  });
  expect(await Promise.all(turns)).toEqual(Array.from({ length: 8 }, () => 30));
});

it('keep a slot for the next upload of the same safe, and give it back after a moment', async () => {
  await slots.within(safe, async () => {});
  const kept = await rows();
  expect(kept).toHaveLength(1);
  await slots.within(safe, async () => expect(await rows()).toEqual(kept));
  await slots.within({ safeId: newId(t.clock) }, async () => expect(await rows()).toHaveLength(2));
  await expect.poll(rows).toEqual([]);
});

it('give back at once what is kept when the process stops, and the rest at the end of its upload', async () => {
  const { begun, begin, endAll } = makeUploads();
  const upload = begin('a');
  await expect.poll(() => begun.length).toBe(1);
  await slots.within(safe, async () => {});
  expect(await rows()).toHaveLength(2);
  await slots.close();
  expect(await rows()).toHaveLength(1);
  await endAll();
  await upload;
  await expect.poll(rows, { timeout: 200 }).toEqual([]);
});

it('give an upload that waits what another process has used and keeps no longer', async () => {
  const theirs = makeUploads(others);
  const all = six.map(theirs.begin);
  await expect.poll(() => theirs.begun.length).toBe(6);
  const mine = slots.within(safe, async () => 'begun');
  await theirs.endAll();
  expect(await mine).toBe('begun');
  await Promise.all(all);
});

it('refuse an upload when none has become free for two seconds, and one that fails gives its slot on', async () => {
  const { begun, begin, end, endAll } = makeUploads();
  const all = six.map(begin);
  await expect.poll(() => begun.length).toBe(6);
  await expect(begin('seventh')).rejects.toMatchObject({ code: 'TooManyRequests', retryAfterSeconds: 10 });
  await end('a');
  const failing = slots.within(safe, async () => {
    throw new Error('cut off');
  });
  await expect(failing).rejects.toThrow('cut off');
  all.push(begin('next'));
  await expect.poll(() => begun.at(-1)).toBe('next');
  await endAll();
  await Promise.all(all);
});

it('pass on no slot that others have taken while the process stood still', async () => {
  await slots.within(safe, async () => {
    await t.platform.db.deleteFrom('upload_slots').execute();
    // The process looks after its slots every five seconds.
    await wait(5_500);
  });
  await slots.within(safe, async () => expect(await rows()).toHaveLength(1));
});

it('say what went wrong with the database to an upload that waits', async () => {
  const { begun, begin, endAll } = makeUploads();
  const all = six.map(begin);
  await expect.poll(() => begun.length).toBe(6);
  const waiting = begin('seventh');
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', poolSize: 1, log: t.platform.log });
  await wait(50);
  platform.relaxedDb = away.db;
  await expect(waiting).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  platform.relaxedDb = t.platform.relaxedDb;
  await endAll();
  await Promise.all(all);
  await away.close();
});
