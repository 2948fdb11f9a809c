import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearExpiredUploads } from '../documents/documents.jobs.ts';
import { takeSafes } from '../documents/documents.ts';
import { statusAndCode } from '../../testing/people/activation-steps.ts';
import { afterStatement } from '../../testing/fakes/after-statement.ts';
import { beginScheduled } from '../../testing/jobs/scheduled-jobs.ts';
import { Exporter } from '../../testing/people/exporter.ts';
import { testPassword } from '../../testing/people/makers.ts';
import { Merger } from '../../testing/people/merger.ts';
import { objectsWith } from '../../testing/fakes/objects-with.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { destroyDueSafes } from '../closing/destroy-due-safes.ts';

const day = 86_400_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const objects = async () => (await Array.fromAsync(test.platform.objects.list())).sort();

/** The objects that rows name. */
async function known(): Promise<string[]> {
  const { db } = test.platform;
  const documents = await db.selectFrom('documents').select('object_id as id').execute();
  const archives = await db
    .selectFrom('exports')
    .select('object_id as id')
    .where('object_id', 'is not', null)
    .execute();
  return [...documents, ...archives].map(({ id }) => String(id)).sort();
}

/** Takes the connections that were cut out of the pools. */
async function reconnect(): Promise<void> {
  const { db, relaxedDb } = test.platform;
  for (let tries = 0; tries < 3; tries++)
    await Promise.allSettled(
      [db, relaxedDb].flatMap((pool) =>
        Array.from({ length: 12 }, () => pool.selectFrom('safes').select('safe_id').execute()),
      ),
    );
}

/** A store that stops in the middle of an archive until it may go on. */
function gated() {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store = objectsWith(test.platform.objects, {
    put: (id, chunks) => {
      const slowly = async function* () {
        for await (const chunk of chunks) {
          yield chunk;
          reached.resolve();
          await gate.promise;
        }
      };
      return test.platform.objects.put(id, slowly());
    },
  });
  return { store, reached: reached.promise, open: () => gate.resolve() };
}

describe('an export whose process is cut', () => {
  it('becomes ready once, whenever it was cut, and leaves no object that no row tells of', async () => {
    const counter = afterStatement(0, async () => {});
    const first = await Exporter.make(test, ['Bail', 'Contrat']);
    await first.write((await first.begin()).id, { db: test.platform.db.withPlugin(counter) });
    expect(counter.count).toBeGreaterThan(20);
    for (let round = 0; round < 15; round++) {
      const exporter = await Exporter.make(test, ['Bail', 'Contrat']);
      const { id } = await exporter.begin();
      const n = 1 + Math.floor(Math.random() * counter.count);
      const plugin = afterStatement(n, () => test.database.disconnect());
      const run = { retry: 0, signal: new AbortController().signal };
      await exporter.write(id, { db: test.platform.db.withPlugin(plugin) }, run).catch(() => {});
      await reconnect();
      const ready = await exporter.write(id);
      expect([n, ready.status]).toEqual([n, 'READY']);
      expect((await exporter.journal()).filter((action) => action === 'export.ready')).toHaveLength(1);
      expect((await exporter.archive(id)).files.has('documents/Autres/Bail.pdf')).toBe(true);
    }
    test.clock.advance(7 * 3_600_000);
    await clearExpiredUploads(test.platform);
    expect(await objects()).toEqual(await known());
  });

  it('becomes ready once where the worker that was taken for lost goes on', async () => {
    const exporter = await Exporter.make(test);
    const { id } = await exporter.begin();
    const { store, reached, open } = gated();
    const lost = exporter.write(id, { objects: store });
    await reached;
    const ready = await exporter.write(id);
    open();
    await lost;
    expect(await exporter.get(id)).toEqual(ready);
    expect((await exporter.journal()).filter((action) => action === 'export.ready')).toHaveLength(1);
    expect(await objects()).toEqual(await known());
  });

  it('is begun again where its job was lost', async () => {
    const world = await createTestApp();
    try {
      const exporter = await Exporter.make(world);
      const { id } = await exporter.begin();
      await sql`delete from pgboss.job where name = 'exports.write'`.execute(world.platform.db);
      await world.startWorker();
      expect(await beginScheduled(world, 'exports.tidy')).toBe('25 * * * *');
      expect(await exporter.ended(id)).toMatchObject({ status: 'READY' });
    } finally {
      await world.close();
    }
  });

  it('fails after many attempts that came to no end', async () => {
    const exporter = await Exporter.make(test);
    const { id } = await exporter.begin();
    await test.platform.db.updateTable('exports').set({ attempts: 12 }).where('export_id', '=', id).execute();
    const run = { retry: 0, signal: new AbortController().signal };
    expect(await exporter.write(id, {}, run)).toMatchObject({ status: 'FAILED', failure: 'WritingTmpFileError' });
  });
});

describe('an export that its owner ends', () => {
  it('stops, and leaves nothing', async () => {
    const exporter = await Exporter.make(test);
    const before = await objects();
    const { id } = await exporter.begin();
    const { store, reached, open } = gated();
    const writing = exporter.write(id, { objects: store });
    await reached;
    expect((await exporter.call('DELETE', `exports/${id}`)).statusCode).toBe(204);
    open();
    expect(await writing).toMatchObject({ status: 404 });
    expect(await objects()).toEqual(before);
    expect(await exporter.journal()).toEqual(['export.requested']);
  });
});

describe('a merge', () => {
  it('waits for an export of either safe, and removes those of the giver', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const [receiver, giver] = [new Exporter(test, owner.owner), new Exporter(test, other.owner)];
    for (const exporter of [receiver, giver]) await exporter.add(`Bail ${exporter.owner.email}`);
    const mergeToken = await owner.grant(other.owner);
    for (const exporter of [receiver, giver]) {
      const { id } = await exporter.begin();
      expect(statusAndCode(await owner.merge(mergeToken))).toEqual([409, 'MergeInProgress']);
      await exporter.write(id);
    }
    expect((await owner.merge(mergeToken)).statusCode).toBe(204);
    expect((await receiver.list()).items.map(({ status }) => status)).toEqual(['READY']);
    const rows = await test.platform.db.selectFrom('exports').select('safe_id').execute();
    expect(rows.map((row) => row.safe_id)).not.toContain(giver.owner.safeId);
  });

  it('under way lets no export begin', async () => {
    const exporter = await Exporter.make(test);
    await test.platform.db.transaction().execute(async (tx) => {
      expect(await takeSafes(tx, [exporter.owner.safeId])).toBe(true);
      expect(statusAndCode(await exporter.call('POST', 'exports'))).toEqual([409, 'MergeInProgress']);
    });
    await exporter.begin();
  });
});

describe('a safe that is closed for good', () => {
  it('while its archive is written, leaves nothing, and no error in the log', async () => {
    const exporter = await Exporter.make(test);
    const { safeId } = exporter.owner;
    const { id } = await exporter.begin();
    const { store, reached, open } = gated();
    const writing = exporter.write(id, { objects: store }, { retry: 0, signal: new AbortController().signal });
    await reached;
    await test.app.inject({
      ...{ method: 'DELETE', url: '/backend/api/v1/user', headers: exporter.owner.headers },
      payload: { password: testPassword, acknowledged: true },
    });
    test.clock.advance(31 * day);
    const before = test.logged.length;
    await destroyDueSafes(test.platform);
    open();
    await writing;
    expect(test.logged.slice(before).filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
    test.clock.advance(7 * 3_600_000);
    await clearExpiredUploads(test.platform);
    const left = test.platform.db.selectFrom('exports').select('export_id').where('safe_id', '=', safeId);
    expect(await left.execute()).toEqual([]);
    const own = await test.platform.db
      .selectFrom('documents')
      .select('object_id')
      .where('safe_id', '=', safeId)
      .execute();
    expect(own).toEqual([]);
  });

  it('takes its exports along, one under way too', async () => {
    const exporter = await Exporter.make(test);
    await exporter.write((await exporter.begin()).id);
    const { id } = await exporter.begin();
    await test.app.inject({
      ...{ method: 'DELETE', url: '/backend/api/v1/user', headers: exporter.owner.headers },
      payload: { password: testPassword, acknowledged: true },
    });
    test.clock.advance(31 * day);
    await destroyDueSafes(test.platform);
    const key = { safeId: exporter.owner.safeId, exportId: id };
    const count = () =>
      test.platform.db.selectFrom('exports').select('export_id').where('safe_id', '=', key.safeId).execute();
    expect(await count()).toEqual([]);
    await exporter.write(id);
    await test.startWorker();
    await expect.poll(async () => [await objects(), 'stay']).toEqual([await known(), 'stay']);
  });
});
