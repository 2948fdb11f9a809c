import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../../../../app.ts';
import { ObjectMissing, type Objects } from '../../../../platform/objects/objects.ts';
import { countLockWaits } from '../../../../testing/lock-waits.ts';
import { makeOwner, makePdf, type TestOwner } from '../../../../testing/people/makers.ts';
import { tracesOf } from '../../../../testing/uploads/resumable-uploads.ts';
import { objectsWith } from '../../../../testing/fakes/objects-with.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { tusOf } from '../../../../testing/uploads/tus.ts';
import { destroySafe } from '../../safe/destroy-safe.ts';
import { clearExpiredUploads } from '../../documents.jobs.ts';

let t: TestApp;
let owner: TestOwner;
let x: ReturnType<typeof tracesOf>;
beforeAll(async () => {
  t = await createTestApp();
  await t.startWorker();
});
beforeEach(async () => {
  owner = await makeOwner(t);
  x = tracesOf(t, owner);
});
afterAll(() => t.close());

const content = makePdf('fautes', 90_000);
const [first, second, last] = [content.subarray(0, 30_000), content.subarray(30_000, 60_000), content.subarray(60_000)];
const settings = { corsOrigins: [], trustedProxies: [], requestsPerMinute: 0, readiness: async () => {} };

/** Two parts of three, sent without trouble. */
async function twoParts(): Promise<string> {
  const address = await x.create(content.length);
  expect((await x.tus.patch(address, 0, first)).statusCode).toBe(204);
  expect((await x.tus.patch(address, 30_000, second)).statusCode).toBe(204);
  return address;
}

/** A part, sent to a process whose store is another. */
async function sendPart(address: string, from: number, part: Buffer, changes: (store: Objects) => Partial<Objects>) {
  const store = t.platform.objects;
  const objects: Objects = objectsWith(store, changes(store));
  const app = await buildApp({ ...t.platform, objects }, settings);
  try {
    return await tusOf({ app }, owner).patch(address, from, part);
  } finally {
    await app.close();
  }
}

const sendLast = (address: string, changes: (store: Objects) => Partial<Objects>) =>
  sendPart(address, 60_000, last, changes);

/** As a client does: asks where the upload is and sends the rest, until it is a document. */
async function goOnWith(address: string): Promise<string> {
  for (let tries = 0; tries < 20; tries++) {
    const { statusCode, headers } = await x.tus.head(address);
    if (headers['document-id'] !== undefined) return String(headers['document-id']);
    const from = Number(headers['upload-offset']);
    if (statusCode === 200) await x.tus.patch(address, from, content.subarray(from));
    else await sleep(100);
  }
  throw new Error('the upload does not come to its end');
}

async function destroyOwnSafe(): Promise<void> {
  for (const table of ['known_devices', 'sessions', 'accounts'] as const)
    await t.platform.db.deleteFrom(table).where('safe_id', '=', owner.safeId).execute();
  await t.platform.db.transaction().execute((tx) => destroySafe(tx, t.platform, owner.safeId));
}

/** So many statements wait for a row. */
async function untilWaiting(count: number): Promise<void> {
  await expect.poll(() => countLockWaits(t)).toBe(count);
}

const failing = (code: string) => async () => {
  throw Object.assign(new Error(code), { code });
};

/** Fails the puts after so many. */
function putsThenFails(store: Objects, good: number): Pick<Objects, 'put'> {
  let puts = 0;
  return { put: async (id, chunks) => (puts++ < good ? store.put(id, chunks) : failing('ENOSPC')()) };
}

async function expectNothingElse(): Promise<void> {
  t.clock.advance(25 * 3_600_000);
  await clearExpiredUploads(t.platform);
  expect(await x.rows()).toEqual({ resumable_uploads: 0, resumable_pieces: 0, upload_intents: 0 });
  await expect.poll(() => x.strayObjects()).toEqual([]);
}

describe('a fault that passes', () => {
  const unavailable = [503, 'ServiceUnavailable'];
  const faults: [string, (store: Objects) => Partial<Objects>][] = [
    ['a full disk for the part', (store) => putsThenFails(store, 0)],
    ['a full disk for the document', (store) => putsThenFails(store, 1)],
    ['a store that gives nothing back', () => ({ get: failing('ECONNREFUSED') })],
    [
      'a store that removes nothing either',
      (store) => ({ ...putsThenFails(store, 1), remove: failing('ECONNREFUSED') }),
    ],
    [
      'a database that goes away before the part is kept',
      (store) => ({
        put: async (id, chunks) => {
          const put = await store.put(id, chunks);
          await t.database.disconnect();
          return put;
        },
      }),
    ],
    [
      'a database that goes away while the pieces are read',
      (store) => ({
        get: async (id, range) => {
          await t.database.disconnect();
          return store.get(id, range);
        },
      }),
    ],
  ];

  it.each(faults)('leaves the upload where it was, and nothing else: %s', async (_what, changes) => {
    const address = await twoParts();
    const answer = await sendLast(address, changes);
    // A database that is back at once may not have been missed.
    const told = answer.statusCode === 204 ? unavailable : [answer.statusCode, answer.json().errors[0].code];
    expect(told).toEqual(unavailable);
    expect((await x.content(await goOnWith(address))).equals(content)).toBe(true);
    expect(await x.room()).toEqual({ used: content.length, reserved: 0, count: 1 });
    await expectNothingElse();
  });

  it.each(faults)('gives the room back to who does not come again: %s', async (_what, changes) => {
    await sendLast(await twoParts(), changes);
    const { count } = await x.room();
    await expectNothingElse();
    expect(await x.room()).toEqual({ used: count * content.length, reserved: 0, count });
  });
});

describe('a piece that is no longer what it was', () => {
  it.each<[string, (store: Objects) => Partial<Objects>]>([
    [
      'lost',
      () => ({
        get: async (id) => {
          throw new ObjectMissing(id);
        },
      }),
    ],
    [
      'damaged',
      (store) => ({
        get: async (id) => {
          const bytes = Buffer.concat(await Array.fromAsync(await store.get(id)));
          bytes.writeUInt8(bytes.readUInt8(500) ^ 1, 500);
          return Readable.from([bytes]);
        },
      }),
    ],
  ])('ends the upload, so that the client begins again: %s', async (_what, changes) => {
    const address = await twoParts();
    expect((await sendLast(address, changes)).statusCode).toBe(500);
    expect((await x.tus.head(address)).statusCode).toBe(404);
    expect(await x.room()).toEqual({ used: 0, reserved: 0, count: 0 });
    await expectNothingElse();
  });

  it('does so when two pieces have changed places', async () => {
    const address = await twoParts();
    const pieces = await t.platform.db.selectFrom('resumable_pieces').selectAll().orderBy('from_byte').execute();
    for (const [index, piece] of pieces.entries()) {
      const { object_id, header } = pieces[1 - index] ?? piece;
      await t.platform.db
        .updateTable('resumable_pieces')
        .set({ object_id, header })
        .where('safe_id', '=', piece.safe_id)
        .where('from_byte', '=', piece.from_byte)
        .execute();
    }
    expect((await x.tus.patch(address, 60_000, last)).statusCode).toBe(500);
    expect((await x.tus.head(address)).statusCode).toBe(404);
    await expectNothingElse();
  });
});

describe('an upload whose document is being made', () => {
  it('waits for nobody, lets nobody else on, and ends with who holds it', async () => {
    const address = await twoParts();
    const { promise: isRead, resolve: read } = Promise.withResolvers<void>();
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const answer = sendLast(address, (store) => ({
      get: async (id, range) => {
        read();
        await goOn;
        return store.get(id, range);
      },
    }));
    await isRead;
    expect((await x.tus.head(address)).statusCode).toBe(423);
    const other = await x.tus.patch(address, 60_000, last);
    expect([other.statusCode, other.headers['retry-after']]).toEqual([423, '2']);
    resolve();
    expect((await answer).headers['document-id']).toBeDefined();
    expect((await x.tus.head(address)).headers['document-id']).toBeDefined();
  });

  it('is free again soon after the process that made it was killed', async () => {
    const address = await twoParts();
    const heldUntil = new Date(t.clock.now().getTime() + 15_000);
    await t.platform.db
      .updateTable('resumable_uploads')
      .set({ turn: crypto.randomUUID(), held_until: heldUntil })
      .where('safe_id', '=', owner.safeId)
      .execute();
    expect((await x.tus.head(address)).statusCode).toBe(423);
    t.clock.advance(15_001);
    expect((await x.tus.head(address)).headers['upload-offset']).toBe('60000');
    expect((await x.tus.patch(address, 60_000, last)).statusCode).toBe(204);
  });

  it('comes to nothing when it is given up meanwhile', async () => {
    const address = await twoParts();
    const answer = await sendLast(address, (store) => ({
      get: async (id, range) => {
        await x.tus.cancel(address);
        return store.get(id, range);
      },
    }));
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(await x.room()).toEqual({ used: 0, reserved: 0, count: 0 });
    await expectNothingElse();
  });
});

describe('a safe that is destroyed', () => {
  it('takes its uploads along', async () => {
    await twoParts();
    await destroyOwnSafe();
    expect(await x.rows()).toMatchObject({ resumable_uploads: 0, resumable_pieces: 0 });
    await expectNothingElse();
  });
});

describe('a piece that is being kept while its upload ends', () => {
  it.each<[string, (address: string) => Promise<unknown>]>([
    ['given up by its owner', (address) => x.tus.cancel(address)],
    ['in a safe that is destroyed', () => destroyOwnSafe()],
  ])('leaves nothing: %s', async (_what, end) => {
    const address = await x.create(content.length);
    await x.tus.patch(address, 0, first);
    const { db } = t.platform;
    const release = Promise.withResolvers<void>();
    let holding: Promise<void> | undefined;
    // The piece is in the upload, and its commit waits for the intent.
    const sending = sendPart(address, 30_000, second, (store) => ({
      put: async (id, chunks) => {
        const stored = await store.put(id, chunks);
        const held = Promise.withResolvers<void>();
        holding = db.transaction().execute(async (tx) => {
          await tx.selectFrom('upload_intents').select('object_id').where('object_id', '=', id).forUpdate().execute();
          held.resolve();
          await release.promise;
        });
        await held.promise;
        return stored;
      },
    }));
    await untilWaiting(1);
    const ending = end(address);
    await untilWaiting(2);
    release.resolve();
    expect((await sending).statusCode).toBe(204);
    await Promise.all([ending, holding]);
    await expectNothingElse();
  });
});
