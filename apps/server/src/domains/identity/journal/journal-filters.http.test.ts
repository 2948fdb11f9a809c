import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { makeOwner, type TestOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const v1 = '/backend/api/v1';
const day = 86_400_000;

let test: TestApp;
let owner: TestOwner;

/** Three days: 10 April is when the safe is made; its profile changes on 11 and 12 April, one minute around midnight. */
beforeAll(async () => {
  test = await createTestApp();
  test.clock.set(new Date('2027-04-10T12:00:00.000Z'));
  owner = await makeOwner(test);
  for (const at of ['2027-04-11T00:00:00.000Z', '2027-04-11T23:59:59.500Z', '2027-04-12T00:00:00.000Z']) {
    test.clock.set(new Date(at));
    await append(owner, 'profile.changed');
  }
  await append(owner, 'document.renamed');
});
afterAll(() => test.close());

const append = ({ safeId }: TestOwner, action: 'profile.changed' | 'document.renamed') =>
  appendJournal(test.platform.db, test.platform, { safeId, actor: { kind: 'owner' }, action });

const read = async (query: string) =>
  test.app.inject({ url: `${v1}/user/journal${query}`, headers: await living(owner) });

/** The clock has moved: a token of the same session that it has not ended. */
async function living({ safeId }: TestOwner): Promise<Record<string, string>> {
  const session = await test.platform.db
    .selectFrom('sessions')
    .select('session_id')
    .where('safe_id', '=', safeId)
    .executeTakeFirstOrThrow();
  await test.platform.db
    .updateTable('sessions')
    .set({ ends_at: new Date(test.clock.now().getTime() + day) })
    .execute();
  const token = await test.platform.tokens.issue('auth', { sub: safeId, sid: session.session_id }, { browser: null });
  return { authorization: `Bearer ${token}` };
}

type Page = { items: Array<{ id: string; action: string }>; nextCursor: string | null; total: number };
const page = async (query: string) => (await read(query)).json<Page>();

describe('the journal', () => {
  it.each([
    ['kind=profile', 3],
    ['kind=document', 1],
    ['kind=agreement', 0],
    ['from=2027-04-11&to=2027-04-11', 2],
    ['to=2027-04-10', 2],
    ['kind=profile&from=2027-04-12', 1],
    ['kind=profile&to=2027-04-11', 2],
    ['kind=session&from=2027-04-11&to=2027-04-11', 0],
    ['from=2027-04-12&to=2027-04-11', 0],
    // The eleventh of April in Paris, whose summer is two hours ahead.
    ['from=2027-04-10T22:00:00Z&to=2027-04-11T22:00:00Z', 1],
    ['kind=profile&from=2027-04-11T22:00:00Z&to=2027-04-12T22:00:00Z', 2],
    ['kind=profile&from=2027-04-11&to=2027-04-11T23:59:59.500Z', 1],
  ])('is filtered by %s', async (query, total) => {
    const { items, ...others } = await page(`?${query}`);
    expect(others).toEqual({ nextCursor: null, total });
    expect(items).toHaveLength(total);
  });

  it('comes in pages of what is filtered', async () => {
    const first = await page('?kind=profile&limit=2');
    expect(first).toMatchObject({ total: 3, items: [{}, {}] });
    const second = await page(`?kind=profile&limit=2&cursor=${first.nextCursor}`);
    expect(second).toMatchObject({ total: 3, nextCursor: null, items: [{ action: 'profile.changed' }] });
    expect(first.items.map(({ id }) => id)).not.toContain(second.items[0]?.id);
  });

  it('refuses a cursor of another filter, an unknown kind and a day that is none', async () => {
    const { nextCursor } = await page('?kind=profile&limit=1');
    for (const query of [
      `?cursor=${nextCursor}`,
      `?kind=session&cursor=${nextCursor}`,
      `?kind=profile&from=2027-04-11&cursor=${nextCursor}`,
      '?kind=nothing',
      '?from=2027-02-30',
      '?to=yesterday',
      '?to=2027-04-11T25:00:00Z',
    ])
      expect((await read(query)).statusCode, query).toBe(400);
  });

  it('finds what is filtered by an index that begins with the safe', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain select count(*) from journal_entries e
      where e.safe_id = ${owner.safeId} and split_part(e.action, '.', 1) = 'profile' and e.at >= '2027-04-11'
    `.execute(test.platform.db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('journal_entries_by_kind');
  });
});
