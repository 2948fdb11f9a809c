import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { makeOwner, makePdf } from '../../../testing/people/makers.ts';
import { pace } from '../../../testing/pace.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { storeDocuments } from '../../../testing/uploads/store-documents.ts';
import { emptyTrash } from './destroy.ts';

let t: TestApp;
let owner: Arranger;
beforeAll(async () => {
  t = await createTestApp();
  await t.startWorker();
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = new Arranger(t, await makeOwner(t));
});

const done = { status: 204, code: undefined };
const remove = (payload: object) => owner.tell('POST', 'documents/delete', payload);
const destroy = (payload: object) => owner.tell('POST', 'trash/delete', { ...payload, acknowledged: true });
const rowsOf = () =>
  t.platform.db.selectFrom('documents').select('document_id').where('safe_id', '=', owner.owner.safeId).execute();
const objectOf = (id: string) => t.platform.objects.head(id);

describe('what is destroyed', () => {
  it('is gone at once with its key, its object soon, its room given back', async () => {
    const content = makePdf('bail', 5_000);
    const [gone, kept] = [await owner.document('Bail', {}, content), await owner.document('Devis', {}, content)];
    await remove({ documents: [gone] });
    expect(await owner.room()).toEqual({ used: 10_000, count: 1 });
    expect(await owner.tell('POST', 'trash/delete', { documents: [gone] })).toEqual({
      ...{ status: 422, code: 'AcknowledgementRequired' },
    });
    expect(await destroy({ documents: [gone, gone] })).toEqual(done);
    expect((await rowsOf()).map(({ document_id }) => document_id)).toEqual([kept]);
    expect(await owner.room()).toEqual({ used: 5_000, count: 1 });
    await expect.poll(() => objectOf(gone)).toBeNull();
    expect(await objectOf(kept)).not.toBeNull();
    expect(await owner.tell('GET', `documents/${gone}/content`)).toEqual({ status: 404, code: 'DocumentNotFound' });
    expect(await owner.actions(1)).toEqual(['document.destroyed']);
    expect(await destroy({ documents: [gone] })).toEqual({ status: 404, code: 'DocumentNotFound' });
  });

  it('is in the trash already, all of it', async () => {
    const [gone, kept] = [await owner.document('Bail'), await owner.document('Devis')];
    await remove({ documents: [gone] });
    expect(await destroy({ documents: [gone, kept] })).toEqual({ status: 404, code: 'DocumentNotFound' });
    expect(await rowsOf()).toHaveLength(2);
  });

  it('may be damaged: its entry has no title', async () => {
    const damaged = await owner.document('Bail');
    await remove({ documents: [damaged] });
    await t.platform.db
      .updateTable('documents')
      .set({ sealed: Buffer.alloc(60) })
      .where('document_id', '=', damaged)
      .execute();
    expect(await destroy({ documents: [damaged] })).toEqual(done);
    expect(await rowsOf()).toEqual([]);
    const { items } = (await owner.call('GET', 'user/journal?limit=1')).json<{ items: object[] }>();
    expect(items).toMatchObject([{ action: 'document.destroyed' }]);
    expect(items[0]).not.toHaveProperty('title');
  });

  it('may be a folder, whole, with an entry for each document; what was deleted before it stays', async () => {
    const housing = await owner.category('housing');
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const before = await owner.document('Bail', { folderId: top });
    await owner.document('Devis', { folderId: top });
    await owner.document('Facture', { folderId: inside });
    const older = await owner.folder('Ancien', { parentId: inside });
    await remove({ documents: [before], folders: [older] });
    await remove({ folders: [top] });
    expect(await destroy({ folders: [top, inside] })).toEqual(done);
    expect(await owner.actions(3)).toEqual(['folder.destroyed', 'document.destroyed', 'document.destroyed']);
    const trash = await owner.trash();
    expect([trash.items.map(({ id }) => id), trash.folders.map(({ id }) => id)]).toEqual([[before], [older]]);
    expect(await owner.tell('POST', 'trash/restore', { documents: [before], folders: [older] })).toEqual(done);
    expect(await owner.documents()).toMatchObject([{ id: before, folderId: null, categoryId: housing }]);
    expect(await owner.folders()).toMatchObject([{ id: older, parentId: null, categoryId: housing }]);
  });
});

describe('a folder of more than 500 documents', () => {
  let alone: TestApp;
  let its: Arranger;
  let folder: string;
  /** Deleted by itself, before its folder. */
  let older: string;
  const count = 1_002;
  const idsOf = async () => {
    const rows = await alone.platform.db
      .selectFrom('documents')
      .select('document_id as id')
      .where('safe_id', '=', its.owner.safeId)
      .execute();
    return rows.map(({ id }) => id);
  };
  const end = (payload: object) => its.tell('POST', 'trash/delete', { ...payload, acknowledged: true });
  beforeEach(async () => {
    alone = await createTestApp();
    its = new Arranger(alone, await makeOwner(alone));
    folder = await its.folder('Archives', { categoryId: await its.category('housing') });
    await storeDocuments(alone.platform, { safeId: its.owner.safeId, count, sizeBytes: 10 });
    await alone.platform.db
      .updateTable('safes')
      .set({ storage_used: count * 10 })
      .where('safe_id', '=', its.owner.safeId)
      .execute();
    const ids = await idsOf();
    older = await its.document('Bail', { folderId: folder }, makePdf('bail', 5_000));
    await its.tell('POST', 'documents/delete', { documents: [older] });
    for (let at = 0; at < count; at += 500)
      await its.call('POST', 'documents/move', { documents: ids.slice(at, at + 500), to: { folderId: folder } });
    await its.tell('POST', 'documents/delete', { folders: [folder] });
  });
  afterEach(() => alone.close());

  it('is out of sight at once, and is destroyed by the worker, which shows how far it is', async () => {
    const one = (await idsOf()).find((id) => id !== older) ?? '';
    expect(await end({ folders: [folder] })).toEqual(done);
    expect(await its.trash()).toMatchObject({ total: 1, folders: [], destroying: { total: count, left: count } });
    expect(await its.tell('GET', `documents/${one}`)).toEqual({ status: 404, code: 'DocumentNotFound' });
    expect(await its.tell('POST', 'trash/restore', { documents: [one] })).toMatchObject({ code: 'DocumentNotFound' });
    expect(await end({ folders: [folder] })).toMatchObject({ code: 'FolderNotFound' });
    expect(await its.room()).toEqual({ used: count * 10 + 5_000, count: 0 });
    await alone.startWorker();
    await expect.poll(async () => (await its.trash()).destroying, { timeout: 60_000 * pace }).toBeNull();
    expect(await idsOf()).toEqual([older]);
    expect(await its.room()).toEqual({ used: 5_000, count: 0 });
    await expect.poll(() => alone.platform.objects.head(one), { timeout: 60_000 * pace }).toBeNull();
  });

  it('stays out of sight of a machine whose clock is behind', async () => {
    const one = (await idsOf()).find((id) => id !== older) ?? '';
    await end({ folders: [folder] });
    alone.clock.advance(-12 * 3_600_000);
    expect(await its.trash()).toMatchObject({ total: 1, destroying: { total: count, left: count } });
    expect(await its.tell('GET', `documents/${one}`)).toMatchObject({ status: 404 });
    expect(await its.tell('POST', 'trash/restore', { documents: [one] })).toMatchObject({ code: 'DocumentNotFound' });
  });

  it('is over with the hourly emptying of the trash, where its job was lost after the last document', async () => {
    await end({ folders: [folder] });
    await alone.platform.db.deleteFrom('documents').where('destruction_id', 'is not', null).execute();
    expect(await its.trash()).toMatchObject({ destroying: { total: count, left: 0 } });
    await emptyTrash(alone.platform);
    expect(await its.trash()).toMatchObject({ destroying: null });
  });

  it('is destroyed in the name of its owner, though the hourly emptying of the trash comes first', async () => {
    await end({ folders: [folder] });
    expect(await emptyTrash(alone.platform)).toBe(count);
    const entries = await alone.platform.db
      .selectFrom('journal_entries')
      .select(['action', 'actor_kind as actor', ({ fn }) => fn.countAll<number>().as('count')])
      .where('safe_id', '=', its.owner.safeId)
      .where('action', 'in', ['document.destroyed', 'folder.destroyed'])
      .groupBy(['action', 'actor_kind'])
      .orderBy('action')
      .execute();
    expect(entries).toEqual([
      { action: 'document.destroyed', actor: 'owner', count },
      { action: 'folder.destroyed', actor: 'owner', count: 1 },
    ]);
    const [entry] = (await its.call('GET', 'user/journal?limit=1')).json<{ items: object[] }>().items;
    expect(entry).toMatchObject({ action: 'document.destroyed', address: expect.any(String) });
  });

  it('takes nothing with it of what was deleted by itself before, which stays in the trash', async () => {
    await end({ folders: [folder] });
    await emptyTrash(alone.platform);
    expect((await its.trash()).items).toMatchObject([{ id: older, folderId: null }]);
    expect(await its.tell('POST', 'trash/restore', { documents: [older] })).toEqual(done);
  });
});

describe('the trash, after 30 days', () => {
  it('is emptied of what is due, and of nothing else, by the service', async () => {
    const housing = await owner.category('housing');
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const due = await owner.document('Bail', { folderId: inside });
    const alone = await owner.document('Devis');
    await remove({ documents: [alone], folders: [top] });
    t.clock.advance(40 * 86_400_000);
    const late = new Arranger(t, await makeOwner(t));
    const fresh = await late.document('Facture');
    const kept = await late.document('Avis');
    await late.call('POST', 'documents/delete', { documents: [fresh] });
    expect(await emptyTrash(t.platform)).toBeGreaterThanOrEqual(2);
    expect(await emptyTrash(t.platform)).toBe(0);
    expect(await rowsOf()).toEqual([]);
    expect(await owner.room()).toEqual({ used: 0, count: 0 });
    for (const id of [due, alone]) await expect.poll(() => objectOf(id)).toBeNull();
    expect((await late.trash()).items.map(({ id }) => id)).toEqual([fresh]);
    expect((await late.documents()).map(({ id }) => id)).toEqual([kept]);
    const entries = await t.platform.db
      .selectFrom('journal_entries')
      .select(['action', 'actor_kind as actor'])
      .where('safe_id', '=', owner.owner.safeId)
      .orderBy('seq', 'desc')
      .limit(3)
      .execute();
    expect(entries).toEqual([
      { action: 'folder.destroyed', actor: 'system' },
      { action: 'document.destroyed', actor: 'system' },
      { action: 'document.destroyed', actor: 'system' },
    ]);
    const left = await t.platform.db
      .selectFrom('folders')
      .select('folder_id')
      .where('safe_id', '=', owner.owner.safeId)
      .execute();
    expect(left).toEqual([]);
  });
});
