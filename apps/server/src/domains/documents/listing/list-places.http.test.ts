import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Arranger } from '../../../testing/people/arranger.ts';
import { makeOwner } from '../../../testing/people/makers.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let owner: Arranger;
let other: Arranger;
beforeAll(async () => {
  t = await createTestApp();
  owner = new Arranger(t, await makeOwner(t));
  other = new Arranger(t, await makeOwner(t));
  const housing = await owner.category('housing');
  for (let index = 1; index <= 52; index++) await owner.folder(`Dossier ${index}`, { categoryId: housing });
  for (let index = 1; index <= 45; index++) await owner.call('POST', 'categories', { title: `Catégorie ${index}` });
  await owner.document('Bail', { categoryId: housing });
});
afterAll(() => t.close());

type Page = { items: { id: string }[]; nextCursor: string | null; total: number };
const page = async (list: string, query = '') => (await owner.call('GET', `${list}?${query}`)).json<Page>();

const lists = [
  ['categories', 53],
  ['folders', 52],
] as const;

describe.each(lists)('the list of %s', (list, total) => {
  it('is given by 50 unless told, by 200 at most', async () => {
    const first = await page(list);
    expect([first.items.length, first.total]).toEqual([50, total]);
    const whole = await page(list, 'limit=200');
    expect([whole.items.length, whole.total, whole.nextCursor]).toEqual([total, total, null]);
  });

  it.each([1, 7, 50])('is read to its end by cursors, each once and in its order: by %i', async (limit) => {
    const found: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const read: Page = await page(list, `limit=${limit}${cursor && `&cursor=${cursor}`}`);
      expect(read.total).toBe(total);
      found.push(...read.items.map(({ id }) => id));
      cursor = read.nextCursor;
    }
    expect(found).toEqual((await page(list, 'limit=200')).items.map(({ id }) => id));
  });

  it.each([
    ['limit=0', 'limit', 'min'],
    ['limit=201', 'limit', 'max'],
    ['limit=ten', 'limit', 'type'],
    ['cursor=never-given', 'cursor', 'cursor'],
    ['colour=red', 'colour', 'unknown'],
  ])('refuses %s by name', async (query, field, rule) => {
    const answer = await owner.call('GET', `${list}?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([{ code: 'InvalidRequest', field, params: { rule } }]);
  });

  it('knows no cursor of another list, or of another safe', async () => {
    const { nextCursor } = await page(list, 'limit=1');
    const another = list === 'folders' ? 'categories' : 'folders';
    const refused = { status: 400, code: 'InvalidRequest' };
    expect(await owner.tell('GET', `${another}?cursor=${nextCursor}`)).toEqual(refused);
    expect(await other.tell('GET', `${list}?cursor=${nextCursor}`)).toEqual(refused);
  });
});

it('stays stable while a category and a folder are added', async () => {
  for (const [list] of lists) {
    const first = await page(list, 'limit=20');
    await (list === 'folders'
      ? owner.folder('Ajouté', { categoryId: await owner.category('health') })
      : owner.call('POST', 'categories', { title: 'Ajoutée' }));
    const rest = await page(list, `limit=200&cursor=${first.nextCursor}`);
    const ids = [...first.items, ...rest.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual((await page(list, 'limit=200')).items.map(({ id }) => id));
  }
});
