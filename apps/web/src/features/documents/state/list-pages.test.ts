import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { hasStale, type ListPage, readPage } from './list-pages.ts';

/** A list on a server, which counts how often it is asked. */
function serve(count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({ id: `d${index}`, version: 1 }));
  const asked: (string | undefined)[] = [];
  const read = (cursor: string | undefined) => (limit: number) => {
    asked.push(cursor);
    const start = cursor === undefined ? 0 : rows.findIndex(({ id }) => id === cursor) + 1;
    const items = rows.slice(start, start + limit).map((row) => ({ ...row }));
    const last = start + limit < rows.length ? items.at(-1) : undefined;
    return Promise.resolve({ items, nextCursor: last?.id ?? null });
  };
  return { rows, asked, read };
}

async function readFar(count: number) {
  const server = serve(count);
  const drawn = new Set<string>();
  const queries = new QueryClient();
  const key = ['list'];
  const list = new InfiniteQueryObserver(queries, {
    queryKey: key,
    queryFn: ({ pageParam: cursor }): Promise<ListPage> =>
      readPage<ListPage>({ held: queries.getQueryData(key), cursor, drawn, read: server.read(cursor) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  });
  list.subscribe(() => {});
  while ((await list.fetchNextPage()).hasNextPage);
  const idsNow = () => list.getCurrentResult().data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  server.asked.length = 0;
  return { ...server, drawn, list, queries, idsNow, refresh: () => queries.invalidateQueries({ queryKey: key }) };
}

const all = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id);

it('asks again for what is seen of a list that was read far, and for its beginning', async () => {
  const far = await readFar(10_000);
  far.drawn.add('d5000').add('d5020');
  await far.refresh();
  expect(far.asked).toHaveLength(2);
  expect(far.idsNow()).toEqual(all(far));
});

it('reads a short list again whole', async () => {
  const short = await readFar(400);
  await short.refresh();
  expect(short.asked.length).toBe(3);
});

it('keeps each document once, in its order, when some have come and some have gone', async () => {
  const far = await readFar(10_000);
  far.drawn.add('d5000');
  far.rows.splice(4_990, 5);
  far.rows.unshift({ id: 'new', version: 1 });
  far.rows.splice(5_001, 0, { id: 'between', version: 1 });
  await far.refresh();
  expect(far.asked.length).toBeLessThan(5);
  const ids = far.idsNow();
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(0, 3)).toEqual(['new', 'd0', 'd1']);
  expect(ids).toContain('between');
  expect(ids).not.toContain('d4991');
  expect(ids).toEqual(all(far));
});

it('knows what comes into sight that was not read again', async () => {
  const far = await readFar(10_000);
  far.drawn.add('d5000');
  await far.refresh();
  const held = () => far.list.getCurrentResult().data;
  expect(hasStale(held(), far.drawn)).toBe(false);
  far.drawn.clear();
  far.drawn.add('d9000');
  expect(hasStale(held(), far.drawn)).toBe(true);
  far.asked.length = 0;
  await far.refresh();
  expect(far.asked).toHaveLength(2);
  expect(hasStale(held(), far.drawn)).toBe(false);
});

it('goes on reading from the end', async () => {
  const far = await readFar(10_000);
  far.rows.push({ id: 'last', version: 1 });
  far.drawn.add('d9999');
  await far.refresh();
  expect(far.idsNow().at(-1)).toBe('last');
});
