import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Depositor } from '../../../testing/people/depositor.ts';
import { makePdf } from '../../../testing/people/makers.ts';
import { Merger } from '../../../testing/people/merger.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

// Nobody works on jobs until a test starts a worker: they can be counted.
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const countReadings = async (safeId: string) => {
  const { rows } = await sql`
    select 1 from pgboss.job where name = 'documents.read-safe' and data ->> 'safeId' = ${safeId}`.execute(
    test.platform.db,
  );
  return rows.length;
};

describe('documents of a safe that is received', () => {
  it('are read for their words even while the reading that the agreement began still runs', async () => {
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    await owner.agreeToReading();
    expect(await countReadings(owner.owner.safeId)).toBe(1);
    test.clock.advance(1_000);
    await owner.receive(other.owner);
    expect(await countReadings(owner.owner.safeId)).toBe(2);
  });

  it('come with those that an employer kept for its owner, and that were still on their way', async () => {
    const from = await Depositor.make(test);
    const [owner, other] = [await Merger.make(test), await Merger.make(test)];
    const hired = await from.addEmployee('8');
    for (const period of ['2026-08', '2026-09', '2026-10']) {
      const metadata = { employeeNumber: '8', type: 'PAYE', title: `Bulletin ${period}`, period };
      expect((await from.deposit({ metadata, content: makePdf(period) })).status).toBe(201);
    }
    await hired.activate(other.owner);
    await owner.receive(other.owner);
    const titles = async () => {
      const { items } = await owner.fetch<{ items: Array<{ title: string }> }>('documents');
      return items.map(({ title }) => title).toSorted();
    };
    expect(await titles()).toEqual([]);
    await test.startWorker();
    await expect.poll(titles).toEqual(['Bulletin 2026-08', 'Bulletin 2026-09', 'Bulletin 2026-10']);
  });
});
