import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { makeOwner } from '../../../testing/people/makers.ts';
import { Sharer } from '../../../testing/people/sharer.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { releaseContents } from '../holds/held-contents.ts';
import { scrubObjects } from './scrub.ts';

let t: TestApp;
let owner: Sharer;
beforeAll(async () => {
  t = await createTestApp();
  owner = new Sharer(t, await makeOwner(t));
});
afterAll(() => t.close());

it('looks at what only a share holds still, as at all contents, and leaves it there', async () => {
  const [whole, lost] = [await owner.document('Bail'), await owner.document('Quittance')];
  await owner.share([whole, lost], { mode: 'LINK' });
  const documents = [whole, lost];
  await owner.tell('POST', 'documents/delete', { documents });
  await owner.tell('POST', 'trash/delete', { documents, acknowledged: true });
  const held = () =>
    t.platform.db.selectFrom('held_contents').selectAll().where('safe_id', '=', owner.owner.safeId).execute();
  const objectId = (await held()).find((row) => row.document_id === lost)?.object_id ?? '';
  await t.platform.objects.remove(objectId);
  t.clock.advance(2 * 86_400_000);
  const before = t.clock.now();
  await scrubObjects(t.platform);
  const alarms = t.logged.filter((line) => line.includes('a stored content is not whole'));
  expect(alarms.map((line) => JSON.parse(line))).toMatchObject([{ documentId: lost, state: 'missing' }]);
  expect((await held()).map((row) => row.scrubbed_at >= before)).toEqual([true, true]);
  await scrubObjects(t.platform);
  expect(t.logged.filter((line) => line.includes('a stored content is not whole'))).toHaveLength(1);
});

it('raises no alarm for what is let go while a batch of contents is looked at', async () => {
  owner = new Sharer(t, await makeOwner(t));
  const documents = [await owner.document('Un'), await owner.document('Deux')];
  const share = await owner.share(documents, { mode: 'LINK' });
  await owner.tell('POST', 'documents/delete', { documents });
  await owner.tell('POST', 'trash/delete', { documents, acknowledged: true });
  const rows = await t.platform.db
    .selectFrom('held_contents')
    .select('object_id as objectId')
    .where('safe_id', '=', owner.owner.safeId)
    .execute();
  const holder = { safeId: owner.owner.safeId, holderId: share.id };
  t.clock.advance(2 * 86_400_000);
  t.logged.length = 0;
  const get = t.platform.objects.get.bind(t.platform.objects);
  const looking = vi.spyOn(t.platform.objects, 'get').mockImplementation(async (objectId, range) => {
    if (rows.some((row) => row.objectId === objectId)) {
      await t.platform.db.transaction().execute((tx) => releaseContents(tx, t.platform, holder));
      for (const row of rows) await t.platform.objects.remove(row.objectId);
    }
    return get(objectId, range);
  });
  try {
    await scrubObjects(t.platform);
    expect(looking.mock.calls.filter(([id]) => rows.some((row) => row.objectId === id))).toHaveLength(2);
  } finally {
    looking.mockRestore();
  }
  expect(t.logged.filter((line) => documents.some((id) => line.includes(id)))).toEqual([]);
});

it('passes by a content that the store does not give, and comes again where it gives none', async () => {
  owner = new Sharer(t, await makeOwner(t));
  const [refused, whole] = [await owner.document('Refusé'), await owner.document('Lisible')];
  const rowOf = (id: string) =>
    t.platform.db.selectFrom('documents').selectAll().where('document_id', '=', id).executeTakeFirstOrThrow();
  const refusedObject = (await rowOf(refused)).object_id;
  t.clock.advance(2 * 86_400_000);
  const before = t.clock.now();
  t.logged.length = 0;
  const get = t.platform.objects.get.bind(t.platform.objects);
  const store = vi.spyOn(t.platform.objects, 'get').mockRejectedValue(new Error('the store is away'));
  try {
    await expect(scrubObjects(t.platform)).rejects.toThrow('no stored content could be read');
    for (const id of [refused, whole]) expect((await rowOf(id)).scrubbed_at < before).toBe(true);
    t.logged.length = 0;
    store.mockImplementation(async (objectId, range) => {
      if (objectId === refusedObject) throw new Error('the disk');
      return get(objectId, range);
    });
    await scrubObjects(t.platform);
  } finally {
    store.mockRestore();
  }
  const alarms = t.logged
    .map((line) => JSON.parse(line))
    .filter(({ documentId }) => [refused, whole].includes(documentId));
  expect(alarms.map(({ documentId, msg }) => [documentId, msg])).toEqual([
    [refused, 'a stored content could not be read'],
  ]);
  for (const id of [refused, whole]) expect((await rowOf(id)).scrubbed_at >= before).toBe(true);
});

it('passes by a row that cannot be opened, with an alarm, and looks at those after it', async () => {
  owner = new Sharer(t, await makeOwner(t));
  const [broken, whole] = [await owner.document('Illisible'), await owner.document('Lisible')];
  const rowOf = (id: string) => t.platform.db.selectFrom('documents').selectAll().where('document_id', '=', id);
  const { sealed } = await rowOf(broken).executeTakeFirstOrThrow();
  await t.platform.db
    .updateTable('documents')
    .set({ sealed: Buffer.concat([sealed.subarray(0, -1), Buffer.of((sealed.at(-1) ?? 0) ^ 1)]) })
    .where('document_id', '=', broken)
    .execute();
  t.clock.advance(2 * 86_400_000);
  const before = t.clock.now();
  t.logged.length = 0;
  await scrubObjects(t.platform);
  const alarms = t.logged.filter((line) => line.includes(broken) && line.includes('a stored content is not whole'));
  expect(alarms.map((line) => JSON.parse(line))).toMatchObject([{ documentId: broken, state: 'damaged' }]);
  for (const id of [broken, whole])
    expect((await rowOf(id).executeTakeFirstOrThrow()).scrubbed_at.getTime()).toBeGreaterThanOrEqual(before.getTime());
});
