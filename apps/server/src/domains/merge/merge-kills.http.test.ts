import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { afterStatement } from '../../testing/fakes/after-statement.ts';
import { Depositor } from '../../testing/people/depositor.ts';
import { makePdf, upload } from '../../testing/people/makers.ts';
import { Merger } from '../../testing/people/merger.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const settings = { corsOrigins: [], trustedProxies: [], requestsPerMinute: 0, readiness: async () => {} };

type World = { owner: Merger; other: Merger; documents: string[] };

/** A safe with a share, a folder, a document in the trash and one of an employer; and the one that receives it. */
async function makeWorld(): Promise<World> {
  const from = await Depositor.make(test);
  const [owner, other] = [await Merger.make(test), new Merger(test, await from.addOwner())];
  await from.deposit();
  const parentId = await other.folder('Italie', { categoryId: await other.category('other') });
  const documents: string[] = [];
  for (const fields of [{ title: 'Seul' }, { title: 'Dedans', folderId: parentId }, { title: 'Jeté' }])
    documents.push(
      (await upload(test, other.owner, { fields, content: makePdf(fields.title) })).json<{ id: string }>().id,
    );
  await other.share(documents.slice(0, 1));
  await other.call('POST', 'documents/delete', { documents: documents.slice(2), folders: [] });
  return { owner, other, documents };
}

/** The merge by a process whose database does what the plugin says. */
async function mergeWith({ owner }: World, plugin: KyselyPlugin, mergeToken: string) {
  const app = await buildApp({ ...test.platform, db: test.platform.db.withPlugin(plugin) }, settings);
  try {
    const headers = { ...owner.owner.headers, 'x-user-to-merge-token': mergeToken };
    return (await app.inject({ method: 'POST', url: '/backend/api/v1/user/merge', headers })).statusCode;
  } finally {
    await app.close();
  }
}

/** Takes the connections that were cut out of the pool. */
async function reconnect(): Promise<void> {
  const { db } = test.platform;
  for (let tries = 0; tries < 3; tries++)
    await Promise.allSettled(Array.from({ length: 12 }, () => db.selectFrom('safes').select('safe_id').execute()));
}

/** The counts of both safes that differ before and after. */
async function countsOf({ owner, other }: World) {
  const count = async (table: 'documents' | 'folders' | 'shares' | 'accounts' | 'safes' | 'employees', of: Merger) =>
    (await test.platform.db.selectFrom(table).select('safe_id').where('safe_id', '=', of.owner.safeId).execute())
      .length;
  const chapters = await test.platform.db
    .selectFrom('journal_chapters')
    .select('chapter_id')
    .where('chapter_id', '=', other.owner.safeId)
    .execute();
  const tables = ['documents', 'folders', 'shares', 'accounts', 'safes', 'employees'] as const;
  const of = async (one: Merger) =>
    Object.fromEntries(await Promise.all(tables.map(async (t) => [t, await count(t, one)])));
  return { owner: await of(owner), other: await of(other), chapters: chapters.length };
}

const before = {
  owner: { documents: 0, folders: 0, shares: 0, accounts: 1, safes: 1, employees: 0 },
  other: { documents: 4, folders: 1, shares: 1, accounts: 1, safes: 1, employees: 1 },
  chapters: 0,
};
const after = {
  owner: { documents: 4, folders: 1, shares: 0, accounts: 1, safes: 1, employees: 1 },
  other: { documents: 0, folders: 0, shares: 0, accounts: 0, safes: 0, employees: 0 },
  chapters: 1,
};

describe('a merge that is cut', () => {
  it('leaves two safes or one, at any of 50 instants, and can be done again', async () => {
    const whole = await makeWorld();
    const counted = afterStatement(0, async () => {});
    expect(await mergeWith(whole, counted, await whole.owner.grant(whole.other.owner))).toBe(204);
    expect(await countsOf(whole)).toEqual(after);
    expect(counted.count).toBeGreaterThan(40);
    for (let round = 0; round < 50; round++) {
      const world = await makeWorld();
      const mergeToken = await world.owner.grant(world.other.owner);
      const n = 1 + Math.floor(Math.random() * counted.count);
      const status = await mergeWith(
        world,
        afterStatement(n, () => test.database.disconnect()),
        mergeToken,
      );
      expect([n, [204, 503].includes(status)]).toEqual([n, true]);
      await reconnect();
      const counts = await countsOf(world);
      const isDone = status === 204 || counts.chapters === 1;
      expect([n, counts]).toEqual([n, isDone ? after : before]);
      const again = isDone ? 204 : (await world.owner.merge(mergeToken)).statusCode;
      expect([n, again, await countsOf(world)]).toEqual([n, 204, after]);
      for (const id of world.documents.slice(0, 2))
        expect((await world.owner.call('GET', `documents/${id}/content`)).statusCode).toBe(200);
    }
  });
});
