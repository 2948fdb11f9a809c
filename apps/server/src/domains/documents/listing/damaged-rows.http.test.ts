import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { makeOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let owner: Arranger;
let folder: string;
let damaged: string;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = new Arranger(t, await makeOwner(t));
  folder = await owner.folder('Maison', { categoryId: await owner.category('housing') });
  damaged = await owner.document('Bail', { folderId: folder });
  await owner.document('Devis', { folderId: folder });
});

const damage = () =>
  t.platform.db
    .updateTable('documents')
    .set({ sealed: Buffer.alloc(60) })
    .where('document_id', '=', damaged)
    .execute();

it.each(['-addedAt', 'size', 'title', '-title'])(
  'a document whose row is damaged keeps nobody from the others of a list: %s',
  async (sort) => {
    await damage();
    for (const path of [`documents?sort=${sort}`, `documents?sort=${sort}&folderId=${folder}`]) {
      const { statusCode, ...answer } = await owner.call('GET', path);
      expect([statusCode, answer.json().items]).toEqual([200, [expect.objectContaining({ title: 'Devis' })]]);
    }
    const alarms = t.logged.filter((line) => line.includes('a document cannot be opened') && line.includes(damaged));
    expect(alarms.length).toBeGreaterThan(0);
  },
);

it('a list by title that is known already goes on without it', async () => {
  const titles = async () =>
    (await owner.call('GET', 'documents?sort=title')).json<{ items: Array<{ title: string }> }>().items;
  expect(await titles()).toMatchObject([{ title: 'Bail' }, { title: 'Devis' }]);
  await damage();
  expect(await titles()).toMatchObject([{ title: 'Devis' }]);
});

it('the trash is listed without it', async () => {
  const { items } = (await owner.call('GET', 'documents')).json<{ items: Array<{ id: string }> }>();
  await owner.call('POST', 'documents/delete', { documents: items.map(({ id }) => id) });
  await damage();
  expect((await owner.trash()).items).toMatchObject([{ title: 'Devis' }]);
});
