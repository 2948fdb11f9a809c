import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitFor } from '../../testing/people/activation-steps.ts';
import { offering, testCollectors } from '../../testing/collecting/collector-steps.ts';
import { Merger } from '../../testing/people/merger.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ collecting: { folder: testCollectors } });
  await test.startWorker();
});
afterAll(() => test.close());

const a = { identity: 'a', title: 'Avis A', fileName: 'a.pdf' };
const b = { identity: 'b', title: 'Avis B', fileName: 'b.pdf' };

type Listed = { total: number; items: Array<Record<string, unknown> & { id: string; title: string }> };

const connect = async (of: Merger, what: Parameters<typeof offering>[0]): Promise<string> =>
  (await of.call('POST', 'collectors', offering(what))).json<{ id: string }>().id;
const newDocuments = async (of: Merger, id: string) =>
  (await of.fetch<{ newDocuments: number }>(`collectors/${id}`)).newDocuments;
const statusOf = async (of: Merger, id: string) => (await of.fetch<{ status: string }>(`collectors/${id}`)).status;

const rowsOf = async (safeId: string) => {
  const tables = ['collectors', 'collector_runs', 'collector_codes', 'collector_documents'] as const;
  const counts = tables.map(async (table) => {
    const rows = await test.platform.db.selectFrom(table).select('safe_id').where('safe_id', '=', safeId).execute();
    return rows.length;
  });
  return Promise.all(counts);
};

describe('a merge', () => {
  it('ends the collectors of the safe that is given; what they brought goes along, and says where it came from', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const id = await connect(other, [a]);
    await waitFor(async () => ((await statusOf(other, id)) === 'SYNCHRONIZING' ? undefined : true));
    await owner.receive(other.owner);
    expect(await owner.fetch<Listed>('collectors')).toMatchObject({ total: 0 });
    const { items } = await owner.fetch<Listed>('documents');
    expect(items).toMatchObject([{ title: 'Avis A', addedBy: 'collector', origin: { name: 'Un fournisseur' } }]);
    expect(await rowsOf(other.owner.safeId)).toEqual([0, 0, 0, 0]);
  });

  it('ends a run that is under way: nothing comes of it after, in neither safe, and nothing of it is left', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const id = await connect(other, [a, { ...b, hangs: true }]);
    await waitFor(async () => ((await newDocuments(other, id)) === 1 ? true : undefined));
    await owner.receive(other.owner);
    const { items } = await owner.fetch<Listed>('documents');
    expect(items.map(({ title }) => title)).toEqual(['Avis A']);
    // Its process has been ended, and its job with it, once nobody works on it any more.
    await waitFor(async () => {
      const { rows } = await sql`
        select 1 from pgboss.job
        where name = 'collectors.run' and state in ('created', 'retry', 'active')`.execute(test.platform.db);
      return rows.length === 0 ? true : undefined;
    });
    expect((await owner.fetch<Listed>('documents')).total).toBe(1);
    expect(await rowsOf(other.owner.safeId)).toEqual([0, 0, 0, 0]);
  });
});
