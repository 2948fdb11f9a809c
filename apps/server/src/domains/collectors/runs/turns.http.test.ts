import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Collecting, offering, testCollectors } from '../../../testing/collecting/collector-steps.ts';
import { pace } from '../../../testing/pace.ts';
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

const brings = { identity: 'a', title: 'Avis A', fileName: 'a.pdf' };
/** Its first visit brings a document, and then never ends. */
const endless = [brings, { identity: 'b', title: 'Avis B', fileName: 'b.pdf', hangs: true }];

const connect = async (who: Collecting, body: object): Promise<string> =>
  (await who.call('POST', 'collectors', body)).body.id;
const connectEndless = async (count: number): Promise<string[]> => {
  const ids = [];
  for (let at = 0; at < count; at += 1) ids.push(await connect(camille, offering(endless, String(at))));
  return ids;
};
const all = (ids: readonly string[]) => Promise.all(ids.map((id) => camille.get(id)));
const visited = async (ids: readonly string[]) =>
  (await all(ids)).filter(({ collectedDocuments }) => collectedDocuments > 0).map(({ id }) => id);
const deactivate = (ids: readonly string[]) =>
  Promise.all(ids.map((id) => camille.call('POST', `collectors/${id}/deactivate`)));
/** No job of a run is in the queue any more. */
const takeJobs = () => sql`delete from pgboss.job where name = 'collectors.run'`.execute(test.platform.db);
const perform = async (app: TestApp, collectorId: string) => {
  const { run_id: runId } = await test.platform.db
    .selectFrom('collectors')
    .select('run_id')
    .where('collector_id', '=', collectorId)
    .executeTakeFirstOrThrow();
  const key = { safeId: camille.owner.safeId, collectorId, runId: runId ?? '' };
  await performRun(app.platform, key, { signal: new AbortController().signal });
};
/** Longer than a test's own patience: a visit is a process, on a machine that does other things as well. */
const patient = { timeout: 60_000 * pace, interval: 100 };

describe('a safe whose visits never end', () => {
  it('has two at once, and the visit of another safe begins beside them', async () => {
    await test.startWorker();
    const ids = await connectEndless(14);
    const other = await Collecting.make(test, { accounts: [] });
    const its = await connect(other, offering([brings]));
    expect(await other.ended(its)).toMatchObject({ status: 'ENABLED', newDocuments: 1 });
    await expect.poll(() => visited(ids), patient).toHaveLength(2);
    const collectors = await all(ids);
    for (const collector of collectors) expect(collector).toMatchObject({ status: 'SYNCHRONIZING', alert: null });
    expect(collectors.filter(({ waitsForTurn }) => waitsForTurn)).toHaveLength(12);
  });

  it('has two at once whichever process takes them, and the others have their turn after', async () => {
    const beside = await createTestApp({ beside: test, collecting: { folder: testCollectors } });
    const ids = await connectEndless(4);
    // As where the queue gives them all at the same instant: a second job of a run takes the first for lost.
    await takeJobs();
    let left = 0;
    const visits = ids.map(async (id, at) => {
      await perform(at % 2 === 0 ? test : beside, id);
      left += 1;
    });
    await expect.poll(() => left, patient).toBe(2);
    await expect.poll(() => visited(ids), patient).toHaveLength(2);
    const first = await visited(ids);
    const waiting = ids.filter((id) => !first.includes(id));
    for (const collector of await all(waiting))
      expect(collector).toMatchObject({ status: 'SYNCHRONIZING', alert: null, waitsForTurn: true });
    await deactivate(first);
    await Promise.all(visits);
    await test.startWorker();
    await expect.poll(() => visited(ids), patient).toHaveLength(4);
    await beside.close();
  });
});

describe('a run that waits for its turn', () => {
  const jobs = async (): Promise<number> => {
    const { rows } = await sql`select 1 from pgboss.job where name = 'collectors.run'`.execute(test.platform.db);
    return rows.length;
  };

  it('is begun once, though the process that put it back into the queue was lost before its own job had ended', async () => {
    const ids = await connectEndless(3);
    const [one = '', other = '', waiting = ''] = ids;
    const visits = [perform(test, one), perform(test, other)];
    await expect.poll(() => visited(ids), patient).toHaveLength(2);
    await takeJobs();
    // Its own job comes again to another process.
    for (let times = 0; times < 3; times += 1) await perform(test, waiting);
    expect(await jobs()).toBe(1);
    await deactivate([one, other]);
    await Promise.all(visits);
    await test.startWorker();
    await expect.poll(() => visited([waiting]), patient).toHaveLength(1);
    await perform(test, waiting);
    expect(await camille.get(waiting)).toMatchObject({ status: 'SYNCHRONIZING', alert: null });
  });

  it('is not taken for a lost one while its job waits, however long that is', async () => {
    const [one = '', other = '', waiting = ''] = await connectEndless(3);
    const visits = [perform(test, one), perform(test, other)];
    await expect.poll(() => visited([one, other]), patient).toHaveLength(2);
    test.clock.advance(3 * 3_600_000);
    await endForgottenRuns(test.platform);
    await endForgottenRuns(test.platform);
    await camille.signInAgain();
    expect((await all([one, other, waiting])).map(({ status, alert }) => [status, alert?.code])).toEqual([
      ...[0, 1].map(() => ['ENABLED', 'TECHNICAL_ERROR']),
      ['SYNCHRONIZING', undefined],
    ]);
    await Promise.all(visits);
    test.clock.advance(3 * 3_600_000);
    await endForgottenRuns(test.platform);
    await camille.signInAgain();
    // No other of its safe is under way any more: visits of other people take all places.
    expect(await camille.get(waiting)).toMatchObject({ status: 'SYNCHRONIZING', alert: null });
    await takeJobs();
    await endForgottenRuns(test.platform);
    expect((await camille.get(waiting)).alert?.code).toBe('TECHNICAL_ERROR');
  });
});
