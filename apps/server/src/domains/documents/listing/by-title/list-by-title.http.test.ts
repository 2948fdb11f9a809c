import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Merger } from '../../../../testing/people/merger.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { openDocument } from '../../record/sealed-document.ts';

let t: TestApp;
let owner: Merger;
let housing: string;
let health: string;
let folders: string[];
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = await Merger.make(t);
  [housing, health] = [await owner.category('housing'), await owner.category('health')];
  folders = [await owner.folder('A', { categoryId: housing }), await owner.folder('B', { categoryId: health })];
});

type Position = { id: string; title: string };
type Listed = { items: Array<Position & { folderId: string | null }>; nextCursor: string | null; total: number };
type Asked = {
  sort: 'title' | '-title';
  locale: 'fr' | 'en';
  folderId?: string;
  categoryId?: string;
  addedBy?: 'employee';
};

async function read({ locale, ...asked }: Asked, cursor: string | null = null, limit = 3): Promise<Listed> {
  const query = new URLSearchParams({ ...asked, limit: String(limit), ...(cursor && { cursor }) });
  const answer = await t.app.inject({
    url: `/backend/api/v1/documents?${query.toString()}`,
    headers: { ...owner.owner.headers, 'accept-language': locale },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<Listed>();
}

/** All titles, opened from their rows and sorted for this call alone. */
async function sorted({ sort, locale, folderId, categoryId }: Asked): Promise<Position[]> {
  const { safeId } = owner.owner;
  const keys = await t.platform.vault.keysOf(safeId, 'owner');
  const rows = await t.platform.db
    .selectFrom('documents')
    .select(['document_id as id', 'sealed', 'folder_id as folderId', 'category_id as categoryId'])
    .where('safe_id', '=', safeId)
    .where('trashed_at', 'is', null)
    .execute();
  return rows
    .filter((row) => folderId === undefined || row.folderId === folderId)
    .filter((row) => categoryId === undefined || row.categoryId === categoryId)
    .map(({ id, sealed }) => ({ id, title: openDocument(keys, id, sealed).title }))
    .sort(orderOf(sort, locale));
}

function orderOf(sort: Asked['sort'], locale: Asked['locale']) {
  const collator = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  return (a: Position, b: Position) =>
    (sort === '-title' ? -1 : 1) * (collator.compare(a.title, b.title) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
}

const positions = (items: readonly Position[]) => items.map(({ id, title }) => ({ id, title }));

const asks = (): Asked[] =>
  (['title', '-title'] as const).flatMap((sort) =>
    (['fr', 'en'] as const).flatMap((locale) => [
      { sort, locale },
      { sort, locale, folderId: folders[0] ?? '' },
      { sort, locale, categoryId: housing.toUpperCase() },
      // All that these owners have is their own.
      { sort, locale, addedBy: 'employee' as const },
    ]),
  );

type Whole = { listed: Position[]; totals: number[] };

/** Every page of every order, one after the other. */
async function readAll(): Promise<Whole[]> {
  const all: Whole[] = [];
  for (const asked of asks()) {
    const whole: Whole = { listed: [], totals: [] };
    let cursor: string | null = null;
    do {
      const page: Listed = await read(asked, cursor);
      whole.listed.push(...positions(page.items));
      whole.totals.push(page.total);
      cursor = page.nextCursor;
    } while (cursor);
    all.push(whole);
  }
  return all;
}

/** The pages as they have to be. */
async function sortAll(): Promise<Whole[]> {
  const all: Whole[] = [];
  for (const { categoryId, ...asked } of asks()) {
    const listed = await sorted({ ...asked, ...(categoryId && { categoryId: categoryId.toLowerCase() }) });
    const pages = Math.max(1, Math.ceil(listed.length / 3));
    all.push({ listed, totals: Array.from({ length: pages }, () => listed.length) });
  }
  return all;
}

/**
 * None of them is sorted otherwise in the other language, nor is any other title: CLDR gives French of France and
 * English the order of the root, and differs in French of Canada alone, by accents, which do not count here.
 */
const titles = [
  'École',
  'ecole',
  'Ecole 2',
  'ÉCOLE 10',
  'œuvre',
  'oeuvre',
  'Zèbre',
  'zebra',
  'à payer',
  'A 1',
  '10',
  '9',
];

describe('pages by title', () => {
  it('are those of all titles opened and sorted anew, in both languages, whatever has changed since', async () => {
    const ids: string[] = [];
    for (const [index, title] of titles.entries())
      ids.push(await owner.add(title, { folderId: folders[index % 2] ?? '' }));
    const [a = '', b = ''] = folders;
    const changes: Array<() => Promise<unknown>> = [
      () => owner.add('École', { categoryId: housing }),
      () => owner.tell('PATCH', `documents/${ids[0]}`, { title: 'zz dernier' }),
      () => owner.tell('POST', 'documents/move', { documents: ids.slice(1, 4), to: { folderId: b } }),
      () => owner.tell('PATCH', `folders/${b}`, { categoryId: housing }),
      () => owner.tell('POST', 'documents/delete', { documents: ids.slice(0, 3) }),
      () => owner.tell('POST', 'trash/restore', { documents: ids.slice(1, 2), to: { folderId: a } }),
      async () => {
        await owner.tell('POST', 'documents/delete', { documents: ids.slice(4, 6), folders: [b] });
        await owner.tell('POST', 'trash/delete', { documents: ids.slice(4, 6), folders: [b], acknowledged: true });
        await owner.add('Remplaçant');
      },
      async () => {
        const given = await Merger.make(t);
        await given.add('Ecole donnée', { categoryId: await given.category('housing') });
        await owner.receive(given.owner);
      },
    ];
    expect(await readAll()).toEqual(await sortAll());
    for (const change of changes) {
      await change();
      expect(await readAll()).toEqual(await sortAll());
    }
  });

  /** An owner has six uploads under way at most. */
  async function addAll(): Promise<string[]> {
    const added: string[] = [];
    for (let at = 0; at < titles.length; at += 6)
      added.push(...(await Promise.all(titles.slice(at, at + 6).map((title) => owner.add(title)))));
    return added;
  }

  it('go on after the last title that was seen, while others come, go and change their names', async () => {
    const ids = await addAll();
    for (const sort of ['title', '-title'] as const) {
      const asked = { sort, locale: 'fr' } as const;
      const order = orderOf(sort, 'fr');
      let page = await read(asked);
      for (let round = 0; page.nextCursor; round++) {
        const last = page.items.at(-1);
        await Promise.all([
          owner.add(`A venu ${round}`),
          owner.add(`Z venu ${round}`),
          owner.tell('PATCH', `documents/${ids[round]}`, { title: `Moyen ${sort} ${round}` }),
          owner.tell('POST', 'documents/delete', { documents: [page.items[0]?.id ?? ''] }),
        ]);
        page = await read(asked, page.nextCursor);
        const following = (await sorted(asked)).filter((each) => last && order(each, last) > 0);
        expect(positions(page.items)).toEqual(following.slice(0, 3));
      }
    }
  });

  it('are whole and in order while others read and change them at the same time', async () => {
    const ids = await addAll();
    const works = Array.from({ length: 40 }, (_, seed) => {
      const id = ids[seed % ids.length] ?? '';
      const changes: Array<() => Promise<unknown>> = [
        () => owner.tell('PATCH', `documents/${id}`, { title: `${titles[(seed * 5) % titles.length]} ${seed}` }),
        () => owner.tell('POST', 'documents/delete', { documents: [id] }),
        () => owner.tell('POST', 'trash/restore', { documents: [id] }),
        () => owner.add(`Nouveau ${seed}`),
      ];
      return () => Promise.all(changes.slice(seed % 4, (seed % 4) + 1).map((change) => change()));
    });
    const reads = Array.from({ length: 30 }, (_, index) => async () => {
      const asked = { sort: index % 2 ? 'title' : '-title', locale: index % 3 ? 'fr' : 'en' } as const;
      const { items, total, nextCursor } = await read(asked, null, 200);
      expect({ count: items.length, nextCursor }).toEqual({ count: total, nextCursor: null });
      expect(positions(items)).toEqual(positions(items).toSorted(orderOf(asked.sort, asked.locale)));
    });
    await Promise.all([...works, ...reads].map((work) => work()));
    expect(await readAll()).toEqual(await sortAll());
  });

  it('follow the changes of another process, and are opened anew after some minutes', async () => {
    await owner.add('Bail');
    expect(await readAll()).toEqual(await sortAll());
    const other = await createTestApp({ beside: t });
    const [{ id } = { id: '' }] = await sorted({ sort: 'title', locale: 'fr' });
    const { headers } = owner.owner;
    const answer = await other.app.inject({
      ...{ method: 'PATCH', url: `/backend/api/v1/documents/${id}`, headers, payload: { title: 'Avenant' } },
    });
    expect(answer.statusCode).toBe(200);
    expect(await readAll()).toEqual(await sortAll());
    t.clock.advance(6 * 60_000);
    expect(await readAll()).toEqual(await sortAll());
    await other.close();
  });
});
