interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
  total: number;
}

/** The most that a list gives at once. */
const pageSize = 200;

interface PageQuery {
  limit: number;
  cursor?: string;
}

/** A list to its end: one request for as many items as a page may hold, further ones for what follows. */
export async function readWholeList<Item>(read: (query: PageQuery) => Promise<Page<Item>>): Promise<{ items: Item[] }> {
  const items: Item[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page: Page<Item> = await read({ limit: pageSize, ...(cursor === undefined ? {} : { cursor }) });
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return { items };
}
