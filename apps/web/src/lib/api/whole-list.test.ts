import { expect, it } from 'vitest';
import { readWholeList } from './whole-list.ts';

const all = Array.from({ length: 401 }, (_, index) => index);

/** Answers as the server does, and returns what it was asked. */
function listOf(items: number[]) {
  const asked: unknown[] = [];
  const read = (query: { limit: number; cursor?: string }) => {
    asked.push(query);
    const from = Number(query.cursor ?? 0);
    const next = from + query.limit;
    const nextCursor = next < items.length ? String(next) : null;
    return Promise.resolve({ items: items.slice(from, next), nextCursor, total: items.length });
  };
  return { asked, read };
}

it('reads what fits on one page in one request', async () => {
  const { asked, read } = listOf(all.slice(0, 200));
  expect((await readWholeList(read)).items).toEqual(all.slice(0, 200));
  expect(asked).toEqual([{ limit: 200 }]);
});

it('reads every further page, each item once', async () => {
  const { asked, read } = listOf(all);
  expect((await readWholeList(read)).items).toEqual(all);
  expect(asked).toEqual([{ limit: 200 }, { limit: 200, cursor: '200' }, { limit: 200, cursor: '400' }]);
});

it('tells of a page that could not be read, instead of giving a part', async () => {
  const { read } = listOf(all);
  const cut = (query: { limit: number; cursor?: string }) =>
    query.cursor === '200' ? Promise.reject(new Error('cut')) : read(query);
  await expect(readWholeList(cut)).rejects.toThrow('cut');
});
