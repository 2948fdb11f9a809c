import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sealJson } from '../../platform/sealing/values.ts';
import { Collecting, offering, testCollectors } from '../../testing/collecting/collector-steps.ts';
import { jobsDone } from '../../testing/jobs/jobs-done.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let camille: Collecting;
beforeEach(async () => {
  test = await createTestApp({ collecting: { folder: testCollectors } });
  await test.startWorker();
  camille = await Collecting.make(test, { accounts: [] });
});
afterEach(() => test.close());

const connect = async (account: string): Promise<string> => {
  const offered = [{ identity: account, title: `Avis ${account}`, fileName: 'avis.pdf' }];
  const { body } = await camille.call('POST', 'collectors', offering(offered, account));
  await camille.ended(body.id);
  return body.id;
};
const damage = (id: string, sealed: Buffer) =>
  test.platform.db.updateTable('collectors').set({ sealed }).where('collector_id', '=', id).execute();
const list = async () => {
  const { status, body } = await camille.call('GET', 'collectors');
  expect(status).toBe(200);
  return body;
};
const titles = async (path: string) =>
  ((await camille.call('GET', path)).body.items as Array<{ title: string }>).map(({ title }) => title).toSorted();

const unreadable = async () => Buffer.alloc(64);
/** It opens, and is not what it should be. */
const otherShape = async (id: string) => {
  const { values } = await test.platform.vault.keysOf(camille.owner.safeId, 'collecting');
  return sealJson(values, { table: 'collectors', column: 'sealed', row: id }, { accountName: null });
};

describe('a collector whose row is damaged', () => {
  it.each([
    ['cannot be opened', unreadable, 'KEEP', { documents: ['Avis one', 'Avis two'], trash: [] }],
    ['is of another shape', otherShape, 'TRASH', { documents: ['Avis two'], trash: ['Avis one'] }],
  ] as const)('is shown beside the others, and deleted as they are: it %s', async (_what, sealed, documents, left) => {
    const [one, two] = [await connect('one'), await connect('two')];
    const [, whole] = (await list()).items;
    await damage(one, await sealed(one));
    const { items, total } = await list();
    expect([total, items[1]]).toEqual([2, whole]);
    const nothing = { modify: false, activate: false, deactivate: false, synchronise: false };
    expect(items[0]).toMatchObject({
      ...{ id: one, accountName: 'Propose', status: 'BLOCKED', alert: { code: 'SYNCHRONISATION_FAILED' } },
      ...{ nextSynchronisationAt: null, collectedDocuments: 1, since: null },
      can: { ...nothing, delete: true, giveCode: false, resendCode: false },
    });
    expect(await camille.get(one)).toEqual(items[0]);
    const alarms = test.logged.filter((line) => line.includes('a collector cannot be opened'));
    expect(JSON.parse(alarms[0] ?? '{}')).toMatchObject({ level: 50, collectorId: one });

    expect((await camille.call('DELETE', `collectors/${one}`, { documents })).status).toBe(204);
    expect((await list()).items).toMatchObject([{ id: two }]);
    expect({ documents: await titles('documents'), trash: await titles('trash') }).toEqual(left);
    const [entry] = (await camille.call('GET', 'user/journal?kind=collector')).body.items;
    expect(entry).toMatchObject({ action: 'collector.deleted', title: 'Propose' });
  });

  it('has visits that end as others do, and is blocked by the fifth', async () => {
    const id = await connect('one');
    await damage(id, await unreadable());
    for (let visit = 1; visit <= 5; visit += 1) {
      const { status, next_at: nextAt } = await stored(id);
      expect([visit, status]).toEqual([visit, 'ENABLED']);
      await camille.goTo(nextAt?.toISOString());
      await jobsDone(test);
    }
    expect((await stored(id)).status).toBe('BLOCKED');
  });
});

const stored = (id: string) =>
  test.platform.db
    .selectFrom('collectors')
    .select(['status', 'next_at'])
    .where('collector_id', '=', id)
    .executeTakeFirstOrThrow();
