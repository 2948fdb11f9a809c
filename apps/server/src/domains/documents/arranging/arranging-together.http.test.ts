import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
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

const statuses = (answers: Array<{ status: number }>) => answers.map(({ status }) => status).toSorted((a, b) => a - b);

describe('two windows at the same safe', () => {
  it('never put two folders into one another', async () => {
    for (let round = 0; round < 5; round++) {
      const a = await owner.folder(`A${round}`, { categoryId: housing });
      const b = await owner.folder(`B${round}`, { categoryId: housing });
      const answers = await Promise.all([
        owner.tell('PATCH', `folders/${a}`, { parentId: b }),
        owner.tell('PATCH', `folders/${b}`, { parentId: a }),
      ]);
      expect(statuses(answers)).toEqual([200, 409]);
      expect(answers.find(({ status }) => status === 409)?.code).toBe('InvalidMove');
    }
  });

  it('delete the same thing once', async () => {
    const id = await owner.document('Bail');
    const folderId = await owner.folder('Maison', { categoryId: housing });
    const payload = { documents: [id], folders: [folderId] };
    const answers = await Promise.all([0, 1, 2].map(() => owner.tell('POST', 'documents/delete', payload)));
    expect(statuses(answers)).toEqual([204, 404, 404]);
    const back = await Promise.all([0, 1, 2].map(() => owner.tell('POST', 'trash/restore', payload)));
    expect(statuses(back)).toEqual([204, 404, 404]);
    expect(await owner.room()).toMatchObject({ count: 1 });
  });

  it('keep the title of one and the place of the other', async () => {
    const id = await owner.document('Bail', { categoryId: housing });
    const [renamed, moved] = await Promise.all([
      owner.tell('PATCH', `documents/${id}`, { title: 'Bail signé' }),
      owner.tell('POST', 'documents/move', { documents: [id], to: { categoryId: health } }),
    ]);
    expect([renamed.status, moved.status]).toEqual([200, 204]);
    expect(await owner.documents()).toMatchObject([{ id, title: 'Bail signé', categoryId: health }]);
  });

  it('never leave a document where nobody finds it: in a folder that went to the trash meanwhile', async () => {
    for (let round = 0; round < 6; round++) {
      const folderId = await owner.folder(`Tour ${round}`, { categoryId: housing });
      const [deleted, added] = await Promise.all([
        owner.tell('DELETE', `folders/${folderId}`),
        owner.document('Devis', { folderId }, makePdf(`${round}`)).catch((error: unknown) => String(error)),
      ]);
      expect(deleted.status).toBe(204);
      // Before the deletion, and so with the folder; or refused after it.
      const isRefused = added.includes('FolderNotFound');
      const went = (await owner.trash()).folders.find(({ id }) => id === folderId)?.documentCount;
      expect(went).toBe(isRefused ? 0 : 1);
    }
    expect(await owner.documents()).toEqual([]);
  });

  it('put a document where its folder is by then: it moves to another category meanwhile', async () => {
    for (let round = 0; round < 6; round++) {
      const folderId = await owner.folder(`Dossier ${round}`, { categoryId: housing });
      const [moved, added] = await Promise.all([
        owner.tell('PATCH', `folders/${folderId}`, { categoryId: health }),
        owner.document('Ordonnance', { folderId }, makePdf(`${round}`)),
      ]);
      expect(moved.status).toBe(200);
      const documents = await owner.documents();
      expect(documents.find(({ id }) => id === added)).toMatchObject({ folderId, categoryId: health });
    }
  });

  it('wait for one another without end nor loss, whatever they do to the same things', async () => {
    const tops = await Promise.all(['A', 'B', 'C', 'D'].map((name) => owner.folder(name, { categoryId: housing })));
    const ids: string[] = [];
    for (const folderId of tops)
      for (const title of ['un', 'deux', 'trois']) ids.push(await owner.document(title, { folderId }));
    const some = (seed: number) => ids.filter((_id, index) => (index * 7 + seed) % 3 !== 0);
    const shuffled = (list: string[], seed: number) => (seed % 2 === 0 ? list : list.toReversed());
    const works = Array.from({ length: 60 }, (_, seed) => {
      const documents = shuffled(some(seed), seed);
      const folderId = tops[seed % 4];
      return [
        () => owner.tell('POST', 'documents/move', { documents, to: { folderId } }),
        () => owner.tell('POST', 'documents/delete', { documents: documents.slice(0, 2), folders: [folderId] }),
        () => owner.tell('POST', 'trash/restore', { folders: [folderId] }),
        () => owner.tell('POST', 'trash/restore', { documents: documents.slice(0, 2) }),
        () => owner.tell('PATCH', `documents/${documents[0]}`, { title: `Titre ${seed}`, unread: true }),
        () => owner.tell('PATCH', `folders/${folderId}`, { parentId: tops[(seed + 1) % 4] }),
        () =>
          owner.call('POST', 'documents/download', { documents }).then(({ statusCode }) => ({ status: statusCode })),
      ][seed % 7];
    });
    const answers = await Promise.all(works.map(async (work) => (await work?.())?.status ?? 0));
    expect(answers.filter((status) => ![200, 204, 404, 409].includes(status))).toEqual([]);
    expect(answers.filter((status) => status < 300).length).toBeGreaterThan(5);
    const trashed = await owner.trash();
    const inFolders = trashed.folders.reduce((sum, folder) => sum + folder.documentCount, 0);
    const kept = await owner.documents();
    expect(kept.length + trashed.items.length + inFolders).toBe(ids.length);
    expect(await owner.room()).toMatchObject({ count: kept.length });
  });
});

describe('what another window changed since', () => {
  const refused = (answer: { statusCode: number; body: string }) => ({
    status: answer.statusCode,
    ...(JSON.parse(answer.body) as { errors: object[] }).errors[0],
  });

  it('is told in place of a title that nobody has seen', async () => {
    const id = await owner.document('Bail');
    expect(await owner.tell('PATCH', `documents/${id}`, { title: 'Bail signé' })).toMatchObject({ status: 200 });
    const late = { title: 'Bail 2026', formerly: { title: 'Bail' } };
    const current = 'Bail signé';
    expect(refused(await owner.call('PATCH', `documents/${id}`, late))).toEqual({
      ...{ status: 409, code: 'ModifiedElsewhere', field: 'title', params: { current } },
    });
    expect(await owner.documents()).toMatchObject([{ title: current }]);
    const chosen = { title: 'Bail 2026', formerly: { title: current } };
    expect(await owner.tell('PATCH', `documents/${id}`, chosen)).toMatchObject({ status: 200 });
    expect(await owner.documents()).toMatchObject([{ title: 'Bail 2026' }]);
  });

  it('lets one of two pass, whoever is first', async () => {
    const id = await owner.document('Bail');
    const ask = (title: string) => owner.tell('PATCH', `documents/${id}`, { title, formerly: { title: 'Bail' } });
    expect(statuses(await Promise.all([ask('Un'), ask('Deux'), ask('Trois')]))).toEqual([200, 409, 409]);
  });

  it('is another field: both are kept', async () => {
    const id = await owner.document('Bail');
    await owner.tell('PATCH', `documents/${id}`, { type: 'CONT' });
    const answer = await owner.tell('PATCH', `documents/${id}`, { title: 'Bail signé', formerly: { title: 'Bail' } });
    expect(answer.status).toBe(200);
  });

  it('is told of the type and of the date of a paper', async () => {
    const id = await owner.document('Papier');
    await owner.tell('PATCH', `documents/${id}`, { type: 'PSPR', expiresOn: '2031-05-01' });
    const dated = { expiresOn: '2030-01-01', formerly: { expiresOn: null } };
    expect(refused(await owner.call('PATCH', `documents/${id}`, dated))).toMatchObject({
      ...{ code: 'ModifiedElsewhere', field: 'expiresOn', params: { current: '2031-05-01' } },
    });
    const typed = { type: 'CIDT', formerly: { type: 'AUDO' } };
    expect(refused(await owner.call('PATCH', `documents/${id}`, typed))).toMatchObject({
      ...{ code: 'ModifiedElsewhere', field: 'type', params: { current: 'PSPR' } },
    });
  });

  it('is told of folders and categories', async () => {
    const folderId = await owner.folder('Maison', { categoryId: housing });
    await owner.tell('PATCH', `folders/${folderId}`, { name: 'Appartement' });
    const folder = { name: 'Villa', formerly: { name: 'Maison' } };
    expect(refused(await owner.call('PATCH', `folders/${folderId}`, folder))).toMatchObject({
      ...{ status: 409, code: 'ModifiedElsewhere', params: { current: 'Appartement' } },
    });
    const title = (await owner.categories()).find(({ id }) => id === housing)?.title ?? '';
    await owner.tell('PATCH', `categories/${housing}`, { title: 'Toit' });
    const category = { title: 'Chez moi', formerly: { title } };
    expect(refused(await owner.call('PATCH', `categories/${housing}`, category))).toMatchObject({
      ...{ status: 409, code: 'ModifiedElsewhere', params: { current: 'Toit' } },
    });
  });

  it('is told of places, and nothing of the selection moves', async () => {
    const [a, b] = [
      await owner.document('A', { categoryId: housing }),
      await owner.document('B', { categoryId: housing }),
    ];
    const folderId = await owner.folder('Maison', { categoryId: housing });
    await owner.tell('POST', 'documents/move', { documents: [a], to: { folderId } });
    const seen = { [a]: housing, [b]: housing };
    const late = { documents: [a, b], to: { categoryId: health }, formerly: seen };
    expect(refused(await owner.call('POST', 'documents/move', late))).toMatchObject({
      ...{ status: 409, code: 'ModifiedElsewhere', field: a, params: { current: folderId } },
    });
    const places = (await owner.documents()).map(({ id, categoryId }) => [id, categoryId]);
    expect(new Map(places as Array<[string, string]>)).toEqual(
      new Map([
        [a, housing],
        [b, housing],
      ]),
    );
    const again = { ...late, formerly: { [a]: folderId, [b]: housing } };
    expect(await owner.tell('POST', 'documents/move', again)).toMatchObject({ status: 204 });
  });
});
