import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { makeOwner, makePdf } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
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
