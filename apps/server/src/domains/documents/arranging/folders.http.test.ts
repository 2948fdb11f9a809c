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

const levels = Array.from({ length: 10 }, (_, index) => `Niveau ${index + 1}`);

describe('a new folder', () => {
  it('is answered as the list gives it, in a category and in another folder', async () => {
    const top = await owner.call('POST', 'folders', { name: 'Maison', categoryId: housing });
    expect(top.statusCode).toBe(201);
    const first = { id: expect.any(String) as string, name: 'Maison', categoryId: housing, parentId: null };
    expect(top.json()).toEqual({ ...first, documentCount: 0 });
    const { id } = top.json<{ id: string }>();
    const inside = await owner.call('POST', 'folders', { name: 'Travaux', parentId: id });
    expect(inside.json()).toMatchObject({ name: 'Travaux', categoryId: housing, parentId: id });
    expect(await owner.folders()).toEqual([top.json(), inside.json()]);
    expect(await owner.actions(2)).toEqual(['folder.created', 'folder.created']);
  });

  it('may stand 10 deep, and no deeper', async () => {
    const ids = await owner.chain(levels, { categoryId: housing });
    const deeper = await owner.tell('POST', 'folders', { name: 'Niveau 11', parentId: ids.at(-1) });
    expect(deeper).toEqual({ status: 409, code: 'InvalidMove' });
  });

  it.each(['maison', 'MAISON', ' Maison ', 'maIson'])('refuses the name of a sibling: %j', async (name) => {
    const id = await owner.folder('Maison', { categoryId: housing });
    const taken = { status: 409, code: 'FolderAlreadyExists' };
    expect(await owner.tell('POST', 'folders', { name, categoryId: housing })).toEqual(taken);
    expect((await owner.tell('POST', 'folders', { name, categoryId: health })).status).toBe(201);
    expect((await owner.tell('POST', 'folders', { name, parentId: id })).status).toBe(201);
  });

  it.each([
    ['Cote', 'Côte'],
    ['Élève', 'Elève'],
    ['Congés payés', 'Congés payes'],
  ])('stands beside one that differs by an accent alone: %j and %j', async (one, other) => {
    const ids = [await owner.folder(one, { categoryId: housing }), await owner.folder(other, { categoryId: housing })];
    expect((await owner.folders()).map(({ name }) => name)).toEqual([one, other]);
    const taken = { status: 409, code: 'FolderAlreadyExists' };
    expect(await owner.tell('PATCH', `folders/${ids[1]}`, { name: one.toUpperCase() })).toEqual(taken);
    // The same letter, composed otherwise: nobody sees a difference.
    expect(await owner.tell('POST', 'folders', { name: other.normalize('NFD'), categoryId: housing })).toEqual(taken);
  });

  it('is made once when two ask at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => owner.tell('POST', 'folders', { name: 'Maison', categoryId: housing })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it.each([
    [{ name: 'x' }, 'required'],
    [{ name: '', categoryId: '0' }, 'required'],
    [{ name: 'x'.repeat(61), categoryId: '0' }, 'maxLength'],
    [{ name: 'x', categoryId: '0', parentId: '0' }, 'unknown'],
    [{ name: 'x', categoryId: '0', colour: 'red' }, 'unknown'],
    [{ name: 7, categoryId: '0' }, 'type'],
  ])('is refused by name where it is none: %j', async (payload, rule) => {
    const answer = await owner.call('POST', 'folders', payload);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0]).toMatchObject({ code: 'InvalidRequest', params: { rule } });
  });
});

describe('a change of a folder', () => {
  it('renames it, also to the same name in another case', async () => {
    const id = await owner.folder('maison', { categoryId: housing });
    const renamed = await owner.call('PATCH', `folders/${id}`, { name: 'Maison' });
    expect(renamed.json()).toMatchObject({ id, name: 'Maison', categoryId: housing, parentId: null });
    expect(await owner.folders()).toEqual([renamed.json()]);
    expect(await owner.actions(1)).toEqual(['folder.renamed']);
    expect((await owner.call('PATCH', `folders/${id}`, {})).json()).toEqual(renamed.json());
    expect(await owner.actions(2)).toEqual(['folder.renamed', 'folder.created']);
  });

  it('moves it with all that it holds, to another category too', async () => {
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const documentId = await owner.document('Devis', { folderId: inside });
    const target = await owner.folder('Archives', { categoryId: health });
    const moved = await owner.call('PATCH', `folders/${top}`, { parentId: target, name: 'Ancienne maison' });
    expect(moved.json()).toMatchObject({ name: 'Ancienne maison', categoryId: health, parentId: target });
    expect((await owner.folders()).find(({ id }) => id === inside)).toMatchObject({
      categoryId: health,
      parentId: top,
    });
    expect(await owner.documents(`categoryId=${health}`)).toMatchObject([{ id: documentId, folderId: inside }]);
    expect(await owner.documents(`categoryId=${housing}`)).toEqual([]);
    expect((await owner.call('PATCH', `folders/${top}`, { categoryId: housing })).json()).toMatchObject({
      ...{ categoryId: housing, parentId: null },
    });
    expect(await owner.documents(`categoryId=${housing}`)).toMatchObject([{ id: documentId, folderId: inside }]);
  });

  it('never puts it into itself, too deep, or beside its namesake', async () => {
    const ids = await owner.chain(levels.slice(0, 6), { categoryId: housing });
    const [top = '', second = ''] = ids;
    const invalid = { status: 409, code: 'InvalidMove' };
    expect(await owner.tell('PATCH', `folders/${top}`, { parentId: top })).toEqual(invalid);
    expect(await owner.tell('PATCH', `folders/${top}`, { parentId: ids.at(-1) })).toEqual(invalid);
    const others = await owner.chain(levels.slice(0, 5), { categoryId: health });
    expect(await owner.tell('PATCH', `folders/${top}`, { parentId: others.at(-1) })).toEqual(invalid);
    expect((await owner.tell('PATCH', `folders/${second}`, { parentId: others.at(-1) })).status).toBe(200);
    const taken = { status: 409, code: 'FolderAlreadyExists' };
    expect(await owner.tell('PATCH', `folders/${others[0]}`, { categoryId: housing })).toEqual(taken);
  });

  it('is one place, not two', async () => {
    const id = await owner.folder('Maison', { categoryId: housing });
    const answer = await owner.call('PATCH', `folders/${id}`, { categoryId: housing, parentId: id });
    expect(answer.json().errors).toEqual([{ code: 'InvalidRequest', field: 'parentId', params: { rule: 'value' } }]);
  });
});
