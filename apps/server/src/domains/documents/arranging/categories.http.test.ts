import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { Depositor } from '../../../testing/people/depositor.ts';
import { makeOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let owner: Arranger;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = new Arranger(t, await makeOwner(t));
});

const create = (title: string) => owner.call('POST', 'categories', { title });
const acknowledged = { acknowledged: true };

describe('a category', () => {
  it('is created at the end of the list, and renamed', async () => {
    const created = await create('Voitures');
    expect(created.statusCode).toBe(201);
    expect(created.json()).toMatchObject({ title: 'Voitures', kind: null, documentCount: 0, unreadCount: 0 });
    expect((await owner.categories()).at(-1)).toEqual(created.json());
    const { id } = created.json<{ id: string }>();
    const documentId = await owner.document('Carte grise', { categoryId: id });
    await owner.call('PATCH', `documents/${documentId}`, { unread: true });
    const renamed = await owner.call('PATCH', `categories/${id}`, { title: 'Véhicules' });
    expect(renamed.json()).toEqual({ ...created.json(), title: 'Véhicules', documentCount: 1, unreadCount: 1 });
    expect((await owner.categories()).at(-1)).toEqual(renamed.json());
    expect(await owner.actions(1)).toEqual(['category.renamed']);
  });

  it.each(['Santé', 'santé', 'SANTÉ', ' Sante\u0301 '])('has a title of its own: %j', async (title) => {
    const taken = { status: 409, code: 'CategoryAlreadyExists' };
    expect(await owner.tell('POST', 'categories', { title })).toEqual(taken);
    const housing = await owner.category('housing');
    expect(await owner.tell('PATCH', `categories/${housing}`, { title })).toEqual(taken);
    const health = await owner.category('health');
    expect((await owner.tell('PATCH', `categories/${health}`, { title })).status).toBe(200);
  });

  it.each(['Sante', 'Santè', 'Santée'])('may differ from another by an accent or a letter alone: %j', async (title) => {
    const made = await create(title);
    expect(made.json()).toMatchObject({ title });
    expect((await create(title.toUpperCase())).statusCode).toBe(409);
    const health = await owner.category('health');
    expect((await owner.tell('PATCH', `categories/${health}`, { title })).code).toBe('CategoryAlreadyExists');
    expect((await owner.call('PATCH', `categories/${health}`, { title: 'Santê' })).json()).toMatchObject({
      id: health,
    });
  });

  it('that nobody has renamed is called in the language that is asked for, and renamed from either', async () => {
    const listIn = async (language: string) => {
      const headers = { ...owner.owner.headers, 'accept-language': language };
      const answer = await t.app.inject({ url: '/backend/api/v1/categories', headers });
      return answer.json<{ items: { id: string; title: string }[] }>().items.map(({ title }) => title);
    };
    expect((await listIn('fr')).slice(0, 3)).toEqual(['Bulletins de paie', 'Contrats et emploi', 'Identité']);
    expect((await listIn('en-GB')).slice(0, 3)).toEqual(['Payslips', 'Contracts and work', 'Identity']);
    const work = await owner.category('work');
    const change = { title: 'Boulot', formerly: { title: 'Contracts and work' } };
    expect((await owner.tell('PATCH', `categories/${work}`, change)).status).toBe(200);
    expect((await listIn('en')).slice(0, 3)).toEqual(['Payslips', 'Boulot', 'Identity']);
  });

  it('is made once when two ask at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => create('Voitures')));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('a category that is deleted', () => {
  it('holds nothing, and its end is acknowledged', async () => {
    const id = await owner.category('health');
    const required = { status: 422, code: 'AcknowledgementRequired' };
    expect(await owner.tell('DELETE', `categories/${id}`)).toEqual(required);
    expect(await owner.tell('DELETE', `categories/${id}`, { acknowledged: false })).toEqual(required);
    const answer = await owner.call('DELETE', `categories/${id}`, acknowledged);
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(await owner.categories()).toHaveLength(7);
    expect(await owner.actions(1)).toEqual(['category.deleted']);
    const again = await owner.tell('DELETE', `categories/${id}`, acknowledged);
    expect(again).toEqual({ status: 404, code: 'CategoryNotFound' });
  });

  it('is refused while a document is in it or in a folder of it', async () => {
    const id = await owner.category('health');
    const notEmpty = { status: 409, code: 'CategoryNotEmpty' };
    const documentId = await owner.document('Ordonnance', { categoryId: id });
    expect(await owner.tell('DELETE', `categories/${id}`, acknowledged)).toEqual(notEmpty);
    const folderId = await owner.folder('Vaccins', { categoryId: id });
    await owner.call('POST', 'documents/move', { documents: [documentId], to: { folderId } });
    expect(await owner.tell('DELETE', `categories/${id}`, acknowledged)).toEqual(notEmpty);
    await owner.call('POST', 'documents/delete', { documents: [documentId] });
    expect((await owner.tell('DELETE', `categories/${id}`, acknowledged)).status).toBe(204);
  });

  it('leaves what is in the trash there, to go back to another category', async () => {
    const [id, other] = await Promise.all([owner.category('health'), owner.category('other')]);
    const [folderId = ''] = await owner.chain(['Vaccins', 'Rappels'], { categoryId: id });
    const alone = await owner.document('Ordonnance', { categoryId: id });
    const inside = await owner.document('Carnet', { folderId });
    await owner.call('POST', 'documents/delete', { documents: [alone], folders: [folderId] });
    expect((await owner.tell('DELETE', `categories/${id}`, acknowledged)).status).toBe(204);
    expect(await owner.trash()).toMatchObject({
      items: [{ id: alone, categoryId: other }],
      folders: [{ id: folderId }],
    });
    const back = await owner.tell('POST', 'trash/restore', { documents: [alone], folders: [folderId] });
    expect(back.status).toBe(204);
    expect(await owner.documents()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: alone, categoryId: other, folderId: null }),
        expect.objectContaining({ id: inside, categoryId: other, folderId }),
      ]),
    );
    expect(await owner.folders()).toMatchObject([
      { name: 'Vaccins', categoryId: other, parentId: null },
      { name: 'Rappels', categoryId: other, parentId: folderId },
    ]);
  });

  it('puts its empty folders into the trash, whole, from where they come back', async () => {
    const [id, other] = await Promise.all([owner.category('health'), owner.category('other')]);
    const [folderId = '', below = ''] = await owner.chain(['Vaccins', 'Rappels'], { categoryId: id });
    const thrown = await owner.document('Carnet', { folderId: below });
    await owner.call('POST', 'documents/delete', { documents: [thrown] });
    expect((await owner.tell('DELETE', `categories/${id}`, acknowledged)).status).toBe(204);
    expect(await owner.actions(2)).toEqual(['category.deleted', 'folder.trashed']);
    expect(await owner.folders()).toEqual([]);
    expect((await owner.trash()).folders).toMatchObject([{ id: folderId, name: 'Vaccins' }]);
    expect((await owner.tell('POST', 'trash/restore', { folders: [folderId], documents: [thrown] })).status).toBe(204);
    expect(await owner.folders()).toMatchObject([
      { name: 'Vaccins', categoryId: other, parentId: null },
      { name: 'Rappels', categoryId: other, parentId: folderId },
    ]);
    expect(await owner.documents()).toMatchObject([{ id: thrown, categoryId: other, folderId: below }]);
  });

  it('leaves what was in it to the first one where that for other things is gone', async () => {
    const [id, other] = await Promise.all([owner.category('health'), owner.category('other')]);
    const documentId = await owner.document('Ordonnance', { categoryId: id });
    await owner.call('POST', 'documents/delete', { documents: [documentId] });
    expect((await owner.tell('DELETE', `categories/${other}`, acknowledged)).status).toBe(204);
    expect((await owner.tell('DELETE', `categories/${id}`, acknowledged)).status).toBe(204);
    expect((await owner.tell('POST', 'trash/restore', { documents: [documentId] })).status).toBe(204);
    expect(await owner.documents()).toMatchObject([{ categoryId: (await owner.categories())[0]?.id }]);
  });

  it('is never the last one: what an employer deposits has a place', async () => {
    const from = await Depositor.make(t);
    const employee = new Arranger(t, await from.addOwner());
    const ids = (await employee.categories()).map(({ id }) => id);
    const answers = await Promise.all(ids.map((id) => employee.tell('DELETE', `categories/${id}`, acknowledged)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(7);
    expect(answers.filter(({ status }) => status !== 204)).toEqual([{ status: 403, code: 'Forbidden' }]);
    expect((await from.deposit()).body.delivery).toBe('ELECTRONIC');
    expect(await employee.documents()).toMatchObject([{ categoryId: (await employee.categories())[0]?.id }]);
  });

  it('loses no document that arrives at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = (await create(`Tour ${round}`)).json<{ id: string }>();
      const [gone, added] = await Promise.all([
        owner.tell('DELETE', `categories/${id}`, acknowledged),
        owner.document('Facture', { categoryId: id }).catch((error: unknown) => String(error)),
      ]);
      // One of the two was first, and the other is refused.
      expect([gone.code, added.includes('CategoryNotFound')]).toEqual(
        gone.status === 204 ? [undefined, true] : ['CategoryNotEmpty', false],
      );
    }
  });
});
