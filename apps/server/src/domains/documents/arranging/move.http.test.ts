import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { makeOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let owner: Arranger;
let housing: string;
let health: string;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = new Arranger(t, await makeOwner(t));
  housing = await owner.category('housing');
  health = await owner.category('health');
});

const move = (payload: object) => owner.tell('POST', 'documents/move', payload);
const done = { status: 204, code: undefined };

describe('a selection that is moved', () => {
  it('goes to a folder or a category, each thing once, with an entry for each', async () => {
    const folderId = await owner.folder('Maison', { categoryId: housing });
    const first = await owner.document('Bail', { categoryId: health });
    const second = await owner.document('Devis', { categoryId: health });
    expect(await move({ documents: [first, second, first.toUpperCase()], to: { folderId } })).toEqual(done);
    const moved = await owner.documents(`folderId=${folderId}`);
    expect(new Map(moved.map(({ id, categoryId }) => [id, categoryId]))).toEqual(
      new Map([
        [first, housing],
        [second, housing],
      ]),
    );
    expect(await owner.actions(2)).toEqual(['document.moved', 'document.moved']);
    expect(await move({ documents: [first], to: { categoryId: health } })).toEqual(done);
    expect(await owner.documents(`categoryId=${health}`)).toMatchObject([{ id: first, folderId: null }]);
  });

  it('takes folders along with all that they hold, to another category', async () => {
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const deep = await owner.document('Devis', { folderId: inside });
    const beside = await owner.document('Ordonnance', { categoryId: housing });
    expect(await move({ documents: [beside], folders: [top], to: { categoryId: health } })).toEqual(done);
    const folders = await owner.folders();
    expect(folders.map(({ id, categoryId, parentId }) => [id, categoryId, parentId])).toEqual([
      [top, health, null],
      [inside, health, top],
    ]);
    expect((await owner.documents(`categoryId=${health}`)).map(({ id }) => id).sort()).toEqual([deep, beside].sort());
    expect(await owner.actions(2)).toEqual(['folder.moved', 'document.moved']);
  });

  it('keeps together what lies inside another thing that is named', async () => {
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const deep = await owner.document('Devis', { folderId: inside });
    expect(await move({ documents: [deep], folders: [inside, top], to: { categoryId: health } })).toEqual(done);
    expect((await owner.folders()).find(({ id }) => id === inside)).toMatchObject({ parentId: top });
    expect(await owner.documents()).toMatchObject([{ id: deep, folderId: inside, categoryId: health }]);
    expect(await owner.actions(1)).toEqual(['folder.moved']);
  });

  it('stays, and leaves no entry, where it is already there', async () => {
    const folderId = await owner.folder('Maison', { categoryId: housing });
    const documentId = await owner.document('Bail', { folderId });
    expect(await move({ documents: [documentId], to: { folderId } })).toEqual(done);
    expect(await move({ folders: [folderId], to: { categoryId: housing } })).toEqual(done);
    expect(await owner.actions(1)).toEqual(['document.deposited']);
  });
});

describe('a move that cannot be done whole', () => {
  it.each(['018f0000-0000-7000-8000-000000000000', 'nothing', ''])(
    'moves nothing for the identifier %j',
    async (id) => {
      const documentId = await owner.document('Bail', { categoryId: housing });
      const unknown = { status: 404, code: 'DocumentNotFound' };
      expect(await move({ documents: [documentId, id], to: { categoryId: health } })).toEqual(unknown);
      expect(await move({ documents: [documentId], folders: [id], to: { categoryId: health } })).toEqual({
        ...{ status: 404, code: 'FolderNotFound' },
      });
      expect(await move({ documents: [documentId], to: { folderId: id } })).toMatchObject({ code: 'FolderNotFound' });
      expect(await move({ documents: [documentId], to: { categoryId: id } })).toMatchObject({
        code: 'CategoryNotFound',
      });
      expect(await owner.documents()).toMatchObject([{ id: documentId, categoryId: housing }]);
      expect(await owner.actions(1)).toEqual(['document.deposited']);
    },
  );

  it('leaves alone what is in the trash, and puts nothing into a folder that is there', async () => {
    const folderId = await owner.folder('Maison', { categoryId: housing });
    const [gone, kept] = [await owner.document('Bail'), await owner.document('Devis')];
    await owner.call('POST', 'documents/delete', { documents: [gone], folders: [folderId] });
    const to = { categoryId: health };
    expect(await move({ documents: [kept, gone], to })).toMatchObject({ code: 'DocumentNotFound' });
    expect(await move({ documents: [kept], folders: [folderId], to })).toMatchObject({ code: 'FolderNotFound' });
    expect(await move({ documents: [kept], to: { folderId } })).toMatchObject({ code: 'FolderNotFound' });
    const upload = await owner.document('Facture', { folderId }).catch((error: unknown) => String(error));
    expect(upload).toContain('FolderNotFound');
    expect((await owner.documents()).map(({ id }) => id)).toEqual([kept]);
  });

  it('never makes a circle, a namesake or an eleventh level, and moves nothing of the rest', async () => {
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const namesake = await owner.folder('maison', { categoryId: health });
    const documentId = await owner.document('Bail', { categoryId: housing });
    const whole = { documents: [documentId], folders: [top] };
    expect(await move({ ...whole, to: { folderId: inside } })).toEqual({ status: 409, code: 'InvalidMove' });
    expect(await move({ ...whole, to: { folderId: top } })).toEqual({ status: 409, code: 'InvalidMove' });
    expect(await move({ ...whole, to: { categoryId: health } })).toEqual({ status: 409, code: 'FolderAlreadyExists' });
    const deep = await owner.chain(
      Array.from({ length: 9 }, (_, index) => `${index}`),
      { parentId: namesake },
    );
    expect(await move({ ...whole, to: { folderId: deep.at(-2) } })).toEqual({ status: 409, code: 'InvalidMove' });
    expect(await owner.documents()).toMatchObject([{ id: documentId, categoryId: housing, folderId: null }]);
    expect((await owner.folders()).find(({ id }) => id === top)).toMatchObject({ categoryId: housing });
  });

  it.each([
    [{ to: { categoryId: '0' } }, 'documents', 'minItems'],
    [{ documents: [], folders: [], to: { categoryId: '0' } }, 'documents', 'minItems'],
    [{ documents: ['0'] }, 'to', 'required'],
    [{ documents: ['0'], to: { categoryId: '0', folderId: '0' } }, 'to.folderId', 'unknown'],
    [{ documents: Array.from({ length: 501 }, () => '0'), to: { categoryId: '0' } }, 'documents', 'maxItems'],
    [{ documents: [7], to: { categoryId: '0' } }, 'documents.0', 'type'],
  ])('says what is wrong with %j', async (payload, field, rule) => {
    const answer = await owner.call('POST', 'documents/move', payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([{ code: 'InvalidRequest', field, params: { rule } }]);
  });
});
