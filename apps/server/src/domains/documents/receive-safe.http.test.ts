import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Merger } from '../../testing/merger.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

// Nobody works on jobs here: they can be counted.
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
});
