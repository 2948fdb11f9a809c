import type { InfiniteData } from '@tanstack/react-query';

export interface ListPage {
  items: readonly { id: string }[];
  nextCursor: string | null;
  /** It was out of sight when the list was read again. */
  isStale?: boolean;
}

type Cursor = string | undefined;
export type Held<Page extends ListPage> = InfiniteData<Page, Cursor> | undefined;

/** The first comes soon, before the code that shows it (`boot.js` asks for it); who goes on reads far. */
const firstPageSize = 60;
const nextPageSize = 190;
/** The largest that the server gives: what has come meanwhile fits into a page that is read again. */
const pageSizeAgain = 200;
/** A list of so few pages is read again whole. */
const mostPagesToRefetch = 3;

const isDeep = (held: { pages: readonly unknown[] } | undefined): boolean =>
  (held?.pages.length ?? 0) > mostPagesToRefetch;

const isOn = ({ items }: ListPage, drawn: ReadonlySet<string>) => items.some(({ id }) => drawn.has(id));

/** Whether something is on the screen that was out of sight when the list was read again. */
export const hasStale = (held: { pages: readonly ListPage[] } | undefined, drawn: ReadonlySet<string>): boolean =>
  held?.pages.some((page) => page.isStale && isOn(page, drawn)) ?? false;

interface Reading<Page extends ListPage> {
  held: Held<Page>;
  cursor: Cursor;
  /** The documents that are drawn. */
  drawn: ReadonlySet<string>;
  read: (limit: number) => Promise<Page>;
}

/**
 * Reads a page, the first time or again. In a list that was read far, only the first page, which gives the total, and
 * the pages on the screen are asked for again: the others stay, and are read when they come into sight.
 */
export async function readPage<Page extends ListPage>({ held, cursor, drawn, read }: Reading<Page>): Promise<Page> {
  const index = held?.pageParams.indexOf(cursor) ?? -1;
  const known = held?.pages[index];
  if (!held || !isDeep(held)) return read(cursor ? nextPageSize : firstPageSize);
  if (known && index > 0 && !isOn(known, drawn)) return known.isStale ? known : { ...known, isStale: true };
  return joined(await read(pageSizeAgain), held, index);
}

/** Ends the page that was read again where the next one begins that stays: nothing is there twice. */
function joined<Page extends ListPage>(fresh: Page, held: InfiniteData<Page, Cursor>, index: number): Page {
  const begins = new Map(
    held.pages.flatMap(({ items: [first] }, at): [string, Cursor][] =>
      first && at > Math.max(index, 0) ? [[first.id, held.pageParams[at]]] : [],
    ),
  );
  const end = fresh.items.findIndex(({ id }) => begins.has(id));
  const next = fresh.items[end];
  return next ? { ...fresh, items: fresh.items.slice(0, end), nextCursor: begins.get(next.id) ?? null } : fresh;
}
