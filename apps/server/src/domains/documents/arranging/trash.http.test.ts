import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { Depositor } from '../../../testing/people/depositor.ts';
import { makeOwner, makePdf } from '../../../testing/people/makers.ts';
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

const day = 86_400_000;
const done = { status: 204, code: undefined };
const remove = (payload: object) => owner.tell('POST', 'documents/delete', payload);
/** The folder of each document. */
const places = async () => new Map((await owner.documents()).map(({ id, folderId }) => [id, folderId]));
const restore = (payload: object) => owner.tell('POST', 'trash/restore', payload);

describe('what is deleted', () => {
  it('is in the trash, newest first, and in no list nor count', async () => {
    const [bail, devis] = [await owner.document('Bail', { categoryId: housing }), await owner.document('Devis')];
    await owner.call('PATCH', `documents/${bail}`, { unread: true });
    expect(await remove({ documents: [bail, bail] })).toEqual(done);
    t.clock.advance(1_000);
    expect(await remove({ documents: [devis] })).toEqual(done);
    const trash = await owner.trash();
    expect(trash).toMatchObject({ total: 2, nextCursor: null, folders: [] });
    expect(trash.items.map(({ id, remainingDays }) => [id, remainingDays])).toEqual([
      [devis, 30],
      [bail, 30],
    ]);
    expect(await owner.documents()).toEqual([]);
    expect((await owner.call('GET', 'documents?unread=true')).json().total).toBe(0);
    expect((await owner.categories()).find(({ id }) => id === housing)).toMatchObject({
      documentCount: 0,
      unreadCount: 0,
    });
    expect(await owner.actions(2)).toEqual(['document.trashed', 'document.trashed']);
    expect(await remove({ documents: [bail] })).toEqual({ status: 404, code: 'DocumentNotFound' });
  });

  it('still answers for itself and its content, and may only be restored or destroyed', async () => {
    const content = makePdf('bail', 3_000);
    const id = await owner.document('Bail', {}, content);
    await remove({ documents: [id] });
    expect((await owner.call('GET', `documents/${id}`)).json()).toMatchObject({
      ...{ id, title: 'Bail', remainingDays: 30 },
      can: { rename: false, changeType: false, move: false, delete: true, restore: true, setExpiry: false },
    });
    expect((await owner.call('GET', `documents/${id}/content`)).rawPayload.equals(content)).toBe(true);
    const renamed = await owner.tell('PATCH', `documents/${id}`, { title: 'Autre' });
    expect(renamed).toEqual({ status: 404, code: 'DocumentNotFound' });
    expect(await owner.room()).toEqual({ used: content.length, count: 0 });
  });

  it('is listed by pages, without loss while other things are deleted', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.push(await owner.document(`Document ${index}`));
    for (const id of ids.slice(0, 4)) await remove({ documents: [id] });
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { items: Array<{ id: string }>; nextCursor: string | null } = (
        await owner.call('GET', `trash?limit=2${cursor ? `&cursor=${cursor}` : ''}`)
      ).json();
      if (cursor === null) await remove({ documents: [String(ids[4])] });
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(ids.slice(0, 4).toReversed());
    expect((await owner.call('GET', 'trash?cursor=made-up')).statusCode).toBe(400);
  });

  it('counts its days by the clock, and is gone on the thirtieth', async () => {
    const late = new Arranger(t, await makeOwner(t));
    const id = await late.document('Bail');
    const folderId = await late.folder('Maison', { categoryId: await late.category('housing') });
    await late.call('POST', 'documents/delete', { documents: [id], folders: [folderId] });
    const since = t.clock.now().getTime();
    const at = (ms: number) => {
      t.clock.set(new Date(since + ms));
      return relogin(late);
    };
    await at(day / 2);
    expect((await late.trash()).items[0]?.remainingDays).toBe(30);
    await at(29 * day + 1_000);
    expect((await late.trash()).items[0]?.remainingDays).toBe(1);
    expect((await late.trash()).folders[0]).toMatchObject({ id: folderId, remainingDays: 1 });
    await at(30 * day + 1_000);
    expect(await late.trash()).toMatchObject({ items: [], total: 0, folders: [] });
    expect(await late.tell('GET', `documents/${id}`)).toEqual({ status: 404, code: 'DocumentNotFound' });
    const told = await late.tell('POST', 'trash/restore', { documents: [id] });
    expect(told).toEqual({ status: 404, code: 'DocumentNotFound' });
    const folder = await late.tell('POST', 'trash/restore', { folders: [folderId] });
    expect(folder).toEqual({ status: 404, code: 'FolderNotFound' });
    t.clock.set(new Date());
  });
});

/** Its token has ended with the days that went by. */
async function relogin(arranger: Arranger) {
  const { email, password } = arranger.owner;
  const answer = await t.app.inject({ method: 'POST', url: '/backend/api/v1/login', payload: { email, password } });
  arranger.owner.headers['authorization'] = `Bearer ${String(answer.headers['set-authorization'])}`;
}

describe('a folder that is deleted', () => {
  it('goes whole, is one line of the trash, and comes back whole', async () => {
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const first = await owner.document('Bail', { folderId: top });
    const second = await owner.document('Devis', { folderId: inside });
    expect(await owner.tell('DELETE', `folders/${top}`)).toEqual(done);
    expect(await owner.actions(1)).toEqual(['folder.trashed']);
    expect(await owner.trash()).toMatchObject({
      ...{ items: [], total: 0 },
      folders: [{ id: top, name: 'Maison', documentCount: 2, remainingDays: 30 }],
    });
    expect([await owner.folders(), await owner.documents()]).toEqual([[], []]);
    expect((await owner.call('GET', `documents/${second}`)).json().remainingDays).toBe(30);
    expect(await owner.room()).toMatchObject({ count: 0 });
    expect(await owner.tell('GET', `documents?folderId=${top}`)).toEqual({ status: 404, code: 'FolderNotFound' });
    expect(await restore({ folders: [top] })).toEqual(done);
    expect(await owner.trash()).toMatchObject({ items: [], folders: [] });
    expect((await owner.folders()).map(({ id, documentCount }) => [id, documentCount])).toEqual([
      [top, 1],
      [inside, 1],
    ]);
    expect((await owner.documents()).map(({ id }) => id).sort()).toEqual([first, second].sort());
    expect(await owner.room()).toMatchObject({ count: 2 });
    expect(await owner.actions(1)).toEqual(['folder.restored']);
  });

  it('has what is in it looked at once it is back, as the documents that come back by themselves', async () => {
    const [top = ''] = await owner.chain(['Maison'], { categoryId: housing });
    const documents = [await owner.document('Bail', { folderId: top }), await owner.document('Devis')];
    await remove({ documents: [documents[1]], folders: [top] });
    const waiting = t.platform.db.selectFrom('waiting_readings').where('document_id', 'in', documents);
    await t.platform.db.deleteFrom('waiting_readings').where('document_id', 'in', documents).execute();
    await restore({ documents: [documents[1]], folders: [top] });
    const rows = await waiting.select('document_id as id').execute();
    expect(rows.map(({ id }) => id).toSorted()).toEqual(documents.toSorted());
  });

  it('leaves in the trash by itself what was deleted before it', async () => {
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const before = await owner.document('Bail', { folderId: top });
    const deep = await owner.document('Devis', { folderId: inside });
    await remove({ documents: [before] });
    await remove({ folders: [inside] });
    await remove({ folders: [top] });
    const trash = await owner.trash();
    expect(trash.items.map(({ id }) => id)).toEqual([before]);
    expect(new Map(trash.folders.map(({ id, documentCount }) => [id, documentCount]))).toEqual(
      new Map([
        [top, 0],
        [inside, 1],
      ]),
    );
    expect(await restore({ folders: [top] })).toEqual(done);
    expect((await owner.folders()).map(({ id }) => id)).toEqual([top]);
    expect(await restore({ documents: [before], folders: [inside] })).toEqual(done);
    expect(await places()).toEqual(
      new Map([
        [before, top],
        [deep, inside],
      ]),
    );
  });

  it('frees its name', async () => {
    const id = await owner.folder('Maison', { categoryId: housing });
    await remove({ folders: [id] });
    const again = await owner.folder('Maison', { categoryId: housing });
    expect(await restore({ folders: [id] })).toEqual({ status: 409, code: 'FolderAlreadyExists' });
    expect(await restore({ folders: [id], to: { folderId: again } })).toEqual(done);
    expect((await owner.folders()).find((folder) => folder.id === id)).toMatchObject({ parentId: again });
  });
});

describe('what is restored', () => {
  it('goes where it is told', async () => {
    const folderId = await owner.folder('Maison', { categoryId: housing });
    const [first, second] = [await owner.document('Bail'), await owner.document('Devis')];
    await remove({ documents: [first, second] });
    expect(await restore({ documents: [first], to: { folderId } })).toEqual(done);
    expect(await restore({ documents: [second], to: { categoryId: health } })).toEqual(done);
    expect(await owner.documents(`folderId=${folderId}`)).toMatchObject([{ id: first, categoryId: housing }]);
    expect(await owner.documents(`categoryId=${health}`)).toMatchObject([{ id: second, folderId: null }]);
  });

  it('goes to the root of its category where its folder is gone', async () => {
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const [alone, deep] = [
      await owner.document('Bail', { folderId: top }),
      await owner.document('Devis', { folderId: inside }),
    ];
    await remove({ documents: [alone] });
    await remove({ folders: [inside] });
    await remove({ folders: [top] });
    expect(await restore({ documents: [alone], folders: [inside] })).toEqual(done);
    expect((await owner.folders()).map(({ id, parentId }) => [id, parentId])).toEqual([[inside, null]]);
    expect(await owner.documents(`categoryId=${housing}`)).toMatchObject([
      { id: deep, folderId: inside },
      { id: alone, folderId: null },
    ]);
  });

  it('follows its folder to another category', async () => {
    const top = await owner.folder('Maison', { categoryId: housing });
    const id = await owner.document('Bail', { folderId: top });
    await remove({ documents: [id] });
    await owner.call('PATCH', `folders/${top}`, { categoryId: health });
    await restore({ documents: [id] });
    expect(await owner.documents()).toMatchObject([{ id, folderId: top, categoryId: health }]);
  });

  it('may be a part of a folder that stays in the trash', async () => {
    const [top = '', inside = ''] = await owner.chain(['Maison', 'Travaux'], { categoryId: housing });
    const [first, second] = [
      await owner.document('Bail', { folderId: top }),
      await owner.document('Devis', { folderId: inside }),
    ];
    await remove({ folders: [top] });
    expect(await restore({ documents: [first], folders: [inside], to: { categoryId: health } })).toEqual(done);
    expect((await owner.trash()).folders).toMatchObject([{ id: top, documentCount: 0 }]);
    expect(await places()).toEqual(
      new Map([
        [first, null],
        [second, inside],
      ]),
    );
  });

  it('is all of it or nothing, and only what is in the trash', async () => {
    const [kept, gone] = [await owner.document('Bail'), await owner.document('Devis')];
    const folderId = await owner.folder('Maison', { categoryId: housing });
    await remove({ documents: [gone] });
    expect(await restore({ documents: [gone, kept] })).toEqual({ status: 404, code: 'DocumentNotFound' });
    expect(await restore({ documents: [gone], folders: [folderId] })).toEqual({ status: 404, code: 'FolderNotFound' });
    expect(await restore({ documents: [gone], to: { folderId: gone } })).toMatchObject({ code: 'FolderNotFound' });
    expect(await restore({ documents: [gone], to: { categoryId: gone } })).toMatchObject({ code: 'CategoryNotFound' });
    expect((await owner.trash()).items.map(({ id }) => id)).toEqual([gone]);
    expect(await restore({})).toEqual({ status: 400, code: 'InvalidRequest' });
  });
});

describe('payslips and exit documents', () => {
  it('are deleted once it is acknowledged, also those inside a folder', async () => {
    const from = await Depositor.make(t);
    const employee = new Arranger(t, await from.addOwner());
    await from.deposit();
    await from.deposit({
      metadata: { employeeNumber: '7', type: 'PRN_WORKCERT', title: 'Certificat' },
      content: makePdf('c'),
    });
    const [work, payslips] = [await employee.category('work'), await employee.category('payslips')];
    const [certificate] = await employee.documents(`categoryId=${work}`);
    const [payslip] = await employee.documents(`categoryId=${payslips}`);
    const [top = '', inside = ''] = await employee.chain(['Emploi', 'Départ'], { categoryId: work });
    await employee.call('POST', 'documents/move', { documents: [certificate?.id], to: { folderId: inside } });
    const required = { status: 422, code: 'AcknowledgementRequired' };
    expect(await employee.tell('POST', 'documents/delete', { documents: [payslip?.id] })).toEqual(required);
    expect(await employee.tell('POST', 'documents/delete', { folders: [top], acknowledged: false })).toEqual(required);
    expect(await employee.tell('DELETE', `folders/${top}`)).toEqual(required);
    expect((await employee.documents()).length).toBe(2);
    expect(await employee.tell('DELETE', `folders/${top}`, { acknowledged: true })).toEqual(done);
    const selection = { documents: [payslip?.id], acknowledged: true };
    expect(await employee.tell('POST', 'documents/delete', selection)).toEqual(done);
    expect(await employee.tell('POST', 'trash/delete', { documents: [payslip?.id] })).toEqual(required);
    expect(await employee.tell('POST', 'trash/delete', selection)).toEqual(done);
    expect(await employee.room()).toEqual({ used: 0, count: 0 });
  });
});
