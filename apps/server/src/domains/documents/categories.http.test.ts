import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Arranger } from '../../testing/arranger.ts';
import { Depositor } from '../../testing/depositor.ts';
import { makeOwner } from '../../testing/makers.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

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

  it.each(['Santé', 'santé', 'SANTÉ', ' Sante '])('has a title of its own: %j', async (title) => {
    const taken = { status: 409, code: 'CategoryAlreadyExists' };
    expect(await owner.tell('POST', 'categories', { title })).toEqual(taken);
    const housing = await owner.category('housing');
    expect(await owner.tell('PATCH', `categories/${housing}`, { title })).toEqual(taken);
    const health = await owner.category('health');
    expect((await owner.tell('PATCH', `categories/${health}`, { title })).status).toBe(200);
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

  it('is refused while a document or a folder is in it, the trash included', async () => {
    const id = await owner.category('health');
    const notEmpty = { status: 409, code: 'CategoryNotEmpty' };
    const documentId = await owner.document('Ordonnance', { categoryId: id });
    expect(await owner.tell('DELETE', `categories/${id}`, acknowledged)).toEqual(notEmpty);
    await owner.call('POST', 'documents/delete', { documents: [documentId] });
    expect(await owner.tell('DELETE', `categories/${id}`, acknowledged)).toEqual(notEmpty);
    await owner.call('POST', 'trash/delete', { documents: [documentId], acknowledged: true });
    const folderId = await owner.folder('Vaccins', { categoryId: id });
    expect(await owner.tell('DELETE', `categories/${id}`, acknowledged)).toEqual(notEmpty);
    await owner.call('DELETE', `folders/${folderId}`);
    expect(await owner.tell('DELETE', `categories/${id}`, acknowledged)).toEqual(notEmpty);
    await owner.call('POST', 'trash/delete', { folders: [folderId], acknowledged: true });
    expect((await owner.tell('DELETE', `categories/${id}`, acknowledged)).status).toBe(204);
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
      // One of the two was first, and the other is told.
      expect([gone.code, added.includes('CategoryNotFound')]).toEqual(
        gone.status === 204 ? [undefined, true] : ['CategoryNotEmpty', false],
      );
    }
  });
});
