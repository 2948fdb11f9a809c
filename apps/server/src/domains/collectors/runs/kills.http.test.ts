import { once } from 'node:events';
import { createServer } from 'node:http';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Collecting, collectingApp, offering, testCollectors } from '../../../testing/collecting/collector-steps.ts';
import { portOf } from '../../../testing/instances/port-of.ts';
import { childrenRunning } from '../../../testing/instances/process-status.ts';
import { beginScheduled } from '../../../testing/jobs/scheduled-jobs.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { performRun } from './perform-run.ts';
import { endForgottenRuns } from './start-due-runs.ts';

let test: TestApp;
let camille: Collecting;
beforeEach(async () => {
  test = await createTestApp({ collecting: { folder: testCollectors } });
  camille = await Collecting.make(test, { accounts: [] });
});
afterEach(() => test.close());

const a = { identity: 'a', title: 'Avis A', fileName: 'a.pdf' };
const b = { identity: 'b', title: 'Avis B', fileName: 'b.pdf', hangs: true };

const create = async (body: object): Promise<string> => (await camille.call('POST', 'collectors', body)).body.id;
const keyOf = async (collectorId: string) => {
  const { run_id: runId } = await test.platform.db
    .selectFrom('collectors')
    .select('run_id')
    .where('collector_id', '=', collectorId)
    .executeTakeFirstOrThrow();
  return { safeId: camille.owner.safeId, collectorId, runId: runId ?? '' };
};
const perform = async (collectorId: string, signal = new AbortController().signal) =>
  performRun(test.platform, await keyOf(collectorId), { signal });
const loseJobs = () => sql`delete from pgboss.job where name = 'collectors.run'`.execute(test.platform.db);
const titles = async () => (await camille.documents()).items.map(({ title }) => title).toSorted();
const left = async () => ({
  objects: (await Array.fromAsync(test.platform.objects.list())).length,
  intents: (await test.platform.db.selectFrom('upload_intents').select('object_id').execute()).length,
});

describe('a run whose process was lost', () => {
  it('is ended by the one that takes it over: what it brought stays, and nothing comes in after it', async () => {
    const id = await create(offering([a, b]));
    const key = await keyOf(id);
    const lost = perform(id);
    await camille.until(id, ({ collectedDocuments }) => collectedDocuments === 1);
    // The queue takes it for lost, and gives it to another process, while it still writes.
    await performRun(test.platform, key, { signal: new AbortController().signal });
    const ended = await camille.get(id);
    expect(ended).toMatchObject({ status: 'ENABLED', alert: { code: 'TECHNICAL_ERROR' }, newDocuments: 1 });
    expect(ended.alert?.retryAt).toBeDefined();
    await lost;
    expect([await titles(), await left()]).toEqual([['Avis A'], { objects: 1, intents: 0 }]);
    await camille.call('POST', `collectors/${id}/synchronise`);
    await perform(id);
    expect([await titles(), await left()]).toEqual([['Avis A', 'Avis B'], { objects: 2, intents: 0 }]);
    expect((await camille.runs(id)).map(({ result }) => result)).toEqual(['NEW_DOCUMENTS', 'TECHNICAL_ERROR']);
  });

  it('is ended when the server stops', async () => {
    const id = await create(offering([a, b]));
    const stopping = new AbortController();
    const run = perform(id, stopping.signal);
    await camille.until(id, ({ collectedDocuments }) => collectedDocuments === 1);
    stopping.abort();
    await run;
    expect(await camille.get(id)).toMatchObject({ status: 'ENABLED', alert: { code: 'TECHNICAL_ERROR' } });
    expect(await left()).toEqual({ objects: 1, intents: 0 });
  });

  it('is ended though its job is gone', async () => {
    const id = await create(offering([a]));
    await loseJobs();
    await test.startWorker();
    test.clock.advance(3 * 3_600_000);
    await camille.signInAgain();
    await beginScheduled(test, 'collectors.due');
    expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', alert: { code: 'TECHNICAL_ERROR' } });
  });
});

describe('a run whose own process is killed', () => {
  /** By the kernel, as where the machine has no memory left. */
  const kill = async () => {
    const running = await childrenRunning('/collecting/child/boot.cjs');
    expect(running).toHaveLength(1);
    for (const pid of running) process.kill(pid, 'SIGKILL');
  };
  const failed = { status: 'ENABLED', alert: { code: 'TECHNICAL_ERROR', retryAt: expect.any(String) } };

  it('while it signs in has brought nothing, and is tried again', async () => {
    const asked = Promise.withResolvers<void>();
    const server = createServer(() => asked.resolve()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    await test.close();
    test = await collectingApp({ standIn: { host: 'www.lumen-energie.example', port: 443, isAt: portOf(server) } });
    camille = await Collecting.make(test, { accounts: [] });
    const credentials = { login: 'camille@lumen.example', password: 'x' };
    const id = await create({ agentId: 'lumen-energie', accountName: 'Lumen', authorised: true, credentials });
    const visit = perform(id);
    await asked.promise;
    await kill();
    await visit;
    expect(await camille.get(id)).toMatchObject({ ...failed, newDocuments: 0 });
    expect([await titles(), await left()]).toEqual([[], { objects: 0, intents: 0 }]);
    server.closeAllConnections();
    server.close();
  });

  it.each([
    ['while it brings a document', [a, b], 1],
    ['after its last document, before its end', [a, { ...b, hangs: false, stays: true }], 2],
  ])('%s has brought what was whole, once, and the next one brings the rest', async (_when, offered, whole) => {
    const id = await create(offering(offered));
    const visit = perform(id);
    await camille.until(id, ({ collectedDocuments }) => collectedDocuments === whole);
    await kill();
    await visit;
    expect(await camille.get(id)).toMatchObject({ ...failed, newDocuments: whole });
    const both = ['Avis A', 'Avis B'];
    expect([await titles(), await left()]).toEqual([both.slice(0, whole), { objects: whole, intents: 0 }]);
    await camille.call('POST', `collectors/${id}/synchronise`);
    await perform(id);
    expect(await camille.get(id)).toMatchObject({ status: 'ENABLED', newDocuments: 2 - whole, collectedDocuments: 2 });
    expect([await titles(), await left()]).toEqual([both, { objects: 2, intents: 0 }]);
  });
});

describe('a run whose safe cannot be read', () => {
  it('keeps no other from being ended', async () => {
    const broken = await create(offering([a]));
    camille = await Collecting.make(test, { accounts: [] });
    const whole = await create(offering([a]));
    const { db } = test.platform;
    await db
      .updateTable('safes')
      .set({ wrapped_key: Buffer.alloc(64) })
      .where('safe_id', '!=', camille.owner.safeId)
      .execute();
    await loseJobs();
    test.clock.advance(3 * 3_600_000);
    await endForgottenRuns(test.platform);
    const rows = await db.selectFrom('collectors').select(['collector_id as id', 'status']).execute();
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      [broken]: 'SYNCHRONIZING',
      [whole]: 'ENABLED',
    });
  });
});

describe('a run that has ended', () => {
  it('is not performed again', async () => {
    const id = await create(offering([a]));
    const key = await keyOf(id);
    await perform(id);
    const before = await camille.get(id);
    await performRun(test.platform, key, { signal: new AbortController().signal });
    expect(await camille.get(id)).toEqual(before);
  });

  it('is one of the last 30', async () => {
    const id = await create(offering([]));
    for (let count = 0; count < 33; count += 1) {
      await perform(id);
      test.clock.advance(61_000);
      await camille.call('POST', `collectors/${id}/synchronise`);
    }
    const runs = await camille.runs(id);
    expect([runs.length, runs[0]?.result, runs[1]?.result]).toEqual([30, 'RUNNING', 'NO_NEW_DOCUMENT']);
  });
});

describe('two processes on one database', () => {
  it('share the runs: each document comes once', async () => {
    const beside = await createTestApp({ beside: test, collecting: { folder: testCollectors } });
    await Promise.all([test.startWorker(), beside.startWorker()]);
    const offered = Array.from({ length: 5 }, (_, at) => ({ ...a, identity: String(at), title: `Avis ${at}` }));
    const ids = await Promise.all(['one', 'two', 'three', 'four'].map((account) => create(offering(offered, account))));
    for (const id of ids) expect(await camille.ended(id)).toMatchObject({ status: 'ENABLED', newDocuments: 5 });
    expect([(await titles()).length, (await left()).objects]).toEqual([20, 20]);
    await beside.close();
  });
});
