import { readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { Depositor } from '../../../testing/people/depositor.ts';
import { makeOwner, makePdf } from '../../../testing/people/makers.ts';
import { Merger } from '../../../testing/people/merger.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

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

/** The places of all safes whose kept count is not that of their documents. */
async function miscounted(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'folder' as place, folder_id as id, document_count as kept, counted from (
      select f.*, (select count(*)::int from documents d
        where d.safe_id = f.safe_id and d.folder_id = f.folder_id and d.trashed_at is null) as counted
      from folders f) as f where document_count <> counted
    union all
    select 'category', category_id, document_count, counted from (
      select c.*, (select count(*)::int from documents d
        where d.safe_id = c.safe_id and d.category_id = c.category_id and d.trashed_at is null) as counted
      from categories c) as c where document_count <> counted
    union all
    select 'safe', safe_id, document_count, counted from (
      select s.*, (select count(*)::int from documents d
        where d.safe_id = s.safe_id and d.trashed_at is null) as counted
      from safes s) as s where document_count <> counted`.execute(t.platform.db);
  return rows;
}

const sumOf = (places: Array<{ documentCount: number }>) => places.reduce((sum, place) => sum + place.documentCount, 0);

describe('the counts of folders and categories', () => {
  it('are those of their documents after everything that changes them, at the same time', async () => {
    const [housing, health] = [await owner.category('housing'), await owner.category('health')];
    const tops = await Promise.all(['A', 'B', 'C', 'D'].map((name) => owner.folder(name, { categoryId: housing })));
    const ids: string[] = [];
    for (const folderId of tops)
      for (const title of ['un', 'deux', 'trois'])
        ids.push(await owner.document(title, { folderId }, makePdf(`${title} ${folderId}`)));
    const employer = await Depositor.make(t);
    await (await employer.addEmployee('7')).activate(owner.owner);
    const waiting = await employer.addEmployee('8');
    const deposit = (seed: number, employeeNumber = '7') =>
      employer.deposit({
        metadata: { employeeNumber, type: 'PAYE', title: `Bulletin ${seed}` },
        content: makePdf(`${employeeNumber} ${seed}`),
      });
    for (let seed = 0; seed < 5; seed++) await deposit(seed, '8');
    const given = await Merger.make(t);
    const inner = await new Arranger(t, given.owner).folder('A', { categoryId: await given.category('housing') });
    await given.add('Dedans', { folderId: inner });
    await given.add('Dehors');
    const receiver = new Merger(t, owner.owner);
    const some = (seed: number) => ids.filter((_id, index) => (index * 7 + seed) % 3 !== 0);
    const works = Array.from({ length: 96 }, (_, seed) => {
      const documents = seed % 2 === 0 ? some(seed) : some(seed).toReversed();
      const folderId = tops[seed % 4];
      const acknowledged = true;
      return [
        () => owner.tell('POST', 'documents/move', { documents, to: { folderId } }),
        () => owner.tell('POST', 'documents/move', { folders: [folderId], to: { categoryId: health } }),
        () => owner.tell('POST', 'documents/delete', { documents: documents.slice(0, 2), folders: [folderId] }),
        () => owner.tell('POST', 'trash/restore', { folders: [folderId] }),
        () => owner.tell('POST', 'trash/restore', { documents: documents.slice(0, 2), to: { categoryId: housing } }),
        () => owner.tell('POST', 'trash/delete', { documents: [ids[seed % ids.length]], folders: [], acknowledged }),
        () => owner.tell('PATCH', `documents/${documents[0]}`, { title: `Titre ${seed}`, unread: true }),
        () => owner.tell('PATCH', `folders/${folderId}`, { parentId: tops[(seed + 1) % 4] }),
        () => owner.tell('PATCH', `folders/${folderId}`, { categoryId: seed % 3 === 0 ? housing : health }),
        () => owner.document(`Ajout ${seed}`, { folderId: folderId ?? '' }, makePdf(`${seed}`)).then(() => undefined),
        () => deposit(seed).then(({ status }) => ({ status })),
      ][seed % 11];
    });
    const outcomes = await Promise.allSettled([
      ...works.slice(0, 40).map((work) => work?.()),
      waiting.activate(owner.owner),
      receiver.receive(given.owner),
      ...works.slice(40).map((work) => work?.()),
    ]);
    const statuses = outcomes.flatMap((outcome) =>
      outcome.status === 'fulfilled' ? (outcome.value?.status ?? 200) : 404,
    );
    expect(statuses.filter((status) => ![200, 201, 204, 404, 409].includes(status))).toEqual([]);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(30);
    const recovered = async () =>
      (await owner.documents()).filter(({ title }) => /^Bulletin [0-4]$/.test(title)).length;
    await expect.poll(recovered).toBeGreaterThanOrEqual(5);
    expect(await miscounted()).toEqual([]);
    const kept = await owner.documents();
    expect(sumOf(await owner.categories())).toBe(kept.length);
    expect(sumOf(await owner.folders())).toBe(kept.filter(({ folderId }) => folderId !== null).length);
  });

  it('are what the pages of a folder and of a category say', async () => {
    const categoryId = await owner.category('housing');
    const folderId = await owner.folder('Maison', { categoryId });
    const [first] = [
      await owner.document('Bail', { folderId }),
      await owner.document('Devis', { categoryId }, makePdf('2')),
    ];
    const totalOf = async (query: string) =>
      (await owner.call('GET', `documents?limit=1&${query}`)).json<{ total: number }>().total;
    expect([await totalOf(`folderId=${folderId}`), await totalOf(`categoryId=${categoryId}`)]).toEqual([1, 2]);
    await owner.tell('POST', 'documents/delete', { documents: [first] });
    expect([await totalOf(`folderId=${folderId}`), await totalOf(`categoryId=${categoryId}`)]).toEqual([0, 1]);
    expect(await totalOf(`categoryId=${categoryId}&addedBy=company`)).toBe(0);
  });

  it('are found for what an earlier release kept', async () => {
    const categoryId = await owner.category('housing');
    const folderId = await owner.folder('Maison', { categoryId });
    await owner.document('Bail', { folderId });
    const trashed = await owner.document('Devis', { folderId }, makePdf('2'));
    await owner.tell('POST', 'documents/delete', { documents: [trashed] });
    const database = new Client({ connectionString: t.database.ownerUrl });
    await database.connect();
    await database.query(`
      alter table folders drop column document_count;
      alter table categories drop column document_count;
      drop index documents_following`);
    await database.query(
      await readFile(new URL('../../../../migrations/0052-counts-of-places.sql', import.meta.url), 'utf8'),
    );
    await database.end();
    expect(await miscounted()).toEqual([]);
    expect(await owner.folders()).toMatchObject([{ id: folderId, documentCount: 1 }]);
  });
});
