import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../app.ts';
import type { Objects } from '../../../platform/objects/objects.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openDatabase } from '../../../platform/postgres/db.ts';
import { makeOwner, makePdf, upload, type TestOwner } from '../../../testing/people/makers.ts';
import { objectsWith } from '../../../testing/fakes/objects-with.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { clearExpiredUploads } from '../documents.jobs.ts';
import { removeObjects } from '../safe/destroy-safe.ts';
import { reserveRoom, uploadLifeMs } from './upload-intents.ts';

let t: TestApp;
let owner: TestOwner;
let away: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  t = await createTestApp();
  away = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', poolSize: 2, log: t.platform.log });
});
afterAll(async () => {
  await away.close();
  await t.close();
});
beforeEach(async () => {
  owner = await makeOwner(t);
});

const content = makePdf('Bail', 3_000_000);
const settings = { corsOrigins: [], trustedProxies: [], requestsPerMinute: 0, readiness: async () => {} };

const noSpace = () => Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

async function* fillingUp(chunks: AsyncIterable<Uint8Array>, roomBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > roomBytes) throw noSpace();
    yield chunk;
  }
}

/** Takes the database from this platform, as from a process whose line to it is cut. */
const loseDatabase = (platform: Platform) => void Object.assign(platform, { db: away.db, relaxedDb: away.relaxed });

type Fault = (store: Objects, platform: Platform) => Partial<Objects>;
const nothingFits: Fault = () => ({ put: () => Promise.reject(noSpace()) });
const itFillsUp: Fault = (store) => ({ put: (id, chunks) => store.put(id, fillingUp(chunks, 1_000_000)) });

const faults: [string, Fault][] = [
  ['a full disk, from the first byte', nothingFits],
  ['a disk that fills up in the middle', itFillsUp],
  [
    'a full disk that removes nothing either',
    (store) => ({
      put: async (id, chunks) => {
        await store.put(id, chunks);
        throw noSpace();
      },
      remove: () => Promise.reject(new Error('input/output error')),
    }),
  ],
  [
    'a database that is lost while the file comes',
    (store, platform) => ({
      put: (id, chunks) => {
        loseDatabase(platform);
        return store.put(id, chunks);
      },
    }),
  ],
  [
    'a database that is lost once the file is stored',
    (store, platform) => ({
      put: async (id, chunks) => {
        const put = await store.put(id, chunks);
        loseDatabase(platform);
        return put;
      },
    }),
  ],
];

async function uploadUnder(fault: Fault) {
  const platform = { ...t.platform };
  const store = t.platform.objects;
  platform.objects = objectsWith(store, fault(store, platform));
  const app = await buildApp(platform, settings);
  try {
    return await upload({ app }, owner, { content });
  } finally {
    await app.close();
  }
}

const room = () =>
  t.platform.db
    .selectFrom('safes')
    .select(['storage_used as used', 'storage_reserved as reserved', 'document_count as count'])
    .where('safe_id', '=', owner.safeId)
    .executeTakeFirstOrThrow();

describe('an upload in one piece under a fault', () => {
  it.each(faults)('is ServiceUnavailable, and after the janitor nothing of it is left: %s', async (_what, fault) => {
    const answer = await uploadUnder(fault);
    expect(answer.json()).toEqual({ status: 503, errors: [{ code: 'ServiceUnavailable' }] });
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    t.clock.advance(25 * 3_600_000);
    await clearExpiredUploads(t.platform);
    expect(await room()).toEqual({ used: 0, reserved: 0, count: 0 });
    expect(await t.platform.db.selectFrom('upload_intents').selectAll().execute()).toEqual([]);
    expect(await Array.fromAsync(t.platform.objects.list())).toEqual([]);
  });

  it('leaves the safe as good as before: the file is sent again, and kept', async () => {
    for (const [, fault] of faults) await uploadUnder(fault);
    const again = await upload(t, owner, { content });
    expect(again.statusCode).toBe(201);
    t.clock.advance(25 * 3_600_000);
    await clearExpiredUploads(t.platform);
    expect(await room()).toEqual({ used: content.length, reserved: 0, count: 1 });
    expect(await Array.fromAsync(t.platform.objects.list())).toHaveLength(1);
  });
});

describe('what failed uploads left', () => {
  const refusing = (id: string) =>
    objectsWith(t.platform.objects, {
      remove: (objectId) =>
        objectId === id ? Promise.reject(new Error('the object is locked')) : t.platform.objects.remove(objectId),
    });

  it('is cleared past an object that the store does not let go', async () => {
    const [locked, free] = [
      await reserveRoom(t.platform, owner.safeId, 1),
      await reserveRoom(t.platform, owner.safeId, 1),
    ];
    t.clock.advance(uploadLifeMs);
    const platform = { ...t.platform, objects: refusing(locked.objectId) };
    expect(await clearExpiredUploads(platform)).toBe(1);
    const left = t.platform.db.selectFrom('upload_intents').select('object_id as objectId');
    expect(await left.where('holder_id', '=', owner.safeId).execute()).toEqual([{ objectId: locked.objectId }]);
    expect(free.objectId).not.toBe(locked.objectId);
    expect(await clearExpiredUploads(t.platform)).toBe(1);
  });

  it('is removed past an object that the store does not let go, and the job tries that one again', async () => {
    const ids = await Promise.all(['a', 'b', 'c'].map((name) => upload(t, owner, { content: makePdf(name) })));
    const { objects } = t.platform;
    const [first = '', second = '', third = ''] = await Promise.all(
      ids.map(async (answer) => {
        const row = t.platform.db.selectFrom('documents').select('object_id as id');
        return (await row.where('document_id', '=', answer.json<{ id: string }>().id).executeTakeFirstOrThrow()).id;
      }),
    );
    const removing = removeObjects({ objects: refusing(second) }, { objectIds: [first, second, third] });
    await expect(removing).rejects.toThrow('1 objects could not be removed');
    expect(await Promise.all([first, second, third].map(async (id) => (await objects.head(id)) !== null))).toEqual([
      ...[false, true, false],
    ]);
  });
});
