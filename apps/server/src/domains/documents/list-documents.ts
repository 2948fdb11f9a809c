import type { Received } from '@perenne/contract/endpoint';
import type { listDocuments as listEndpoint } from '@perenne/contract/documents';
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { Owner } from '../../platform/http/actors.ts';
import { openCursor, sealCursor, type CursorScope } from '../../platform/http/cursor.ts';
import type { Locale } from '../../platform/http/locale.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { countRows, listAllRows, listRows, type Filter, type Keyset, type ListedRow } from './documents.store.ts';
import { recordListing, requireCategory, requireFolder } from './places.ts';
import { openRow, presentPage, type OpenedRow } from './present-document.ts';
import { typeTag } from './sealed-document.ts';
import { wantedTags } from './word-tags.ts';

/** Titles sort as the language of the request sorts them; as French does where nobody asks. */
type Query = Received<typeof listEndpoint>['query'] & { locale?: Locale };

/** One page of the safe's documents. The listing is a function of a safe: the journal holds it. */
export async function listDocuments(platform: Platform, owner: Owner, query: Query) {
  const keys = await platform.vault.keysOf(owner.safeId, 'owner');
  await requirePlaces(platform, owner, query);
  const filter = filterOf(owner.safeId, keys, query);
  const [page] = await Promise.all([
    isOpenedOrder(query)
      ? pageOfOpened(platform, keys, { filter, query })
      : pageOfRows(platform, keys, { filter, query }),
    recordListing(platform, owner),
  ]);
  return page;
}

async function requirePlaces(platform: Platform, { safeId }: Owner, query: Query): Promise<void> {
  if (query.folderId !== undefined) await requireFolder(platform.db, safeId, query.folderId);
  if (query.categoryId !== undefined) await requireCategory(platform.db, safeId, query.categoryId);
}

const filterOf = (safeId: string, keys: SafeKeys, query: Query): Filter => ({
  safeId,
  categoryId: query.categoryId,
  folderId: query.folderId,
  typeTag: query.type && typeTag(keys, query.type),
  addedBy: query.addedBy,
  unread: query.unread === undefined ? undefined : query.unread === 'true',
  from: query.from,
  to: query.to,
  words: query.q ? wantedTags(keys, query.q) : undefined,
});

/** Titles are sealed: their order is known once they are opened. */
const isOpenedOrder = ({ sort }: Query): boolean => sort.endsWith('title');

type Asked = { filter: Filter; query: Query };

const scopeOf = ({ filter, query }: Asked): CursorScope => ({
  list: `documents ${query.sort} ${query.q ? 'found' : 'all'}`,
  owner: filter.safeId,
});

const present = ({ db, clock }: Platform, { safeId }: Filter, rows: readonly OpenedRow[]) =>
  presentPage(db, { safeId, now: clock.now() }, rows);

const rowPosition = z.object({ value: z.string(), documentId: z.string() });

async function pageOfRows(platform: Platform, keys: SafeKeys, asked: Asked) {
  const { filter, query } = asked;
  const after =
    query.cursor && openCursor(platform.secrets, scopeOf(asked), { cursor: query.cursor, position: rowPosition });
  const [rows, total] = await Promise.all([
    listRows(platform.db, filter, { ...keysetOf(query.sort), limit: query.limit, after: after || undefined }),
    countRows(platform.db, filter),
  ]);
  const items = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? items.at(-1) : undefined;
  return {
    items: await present(
      platform,
      filter,
      items.map((row) => openRow(keys, row)),
    ),
    nextCursor:
      last === undefined
        ? null
        : sealCursor(platform.secrets, scopeOf(asked), { value: last.sortValue, documentId: last.documentId }),
    total,
  };
}

const keysetOf = (sort: Query['sort']): Keyset => ({
  column: sort.endsWith('size') ? 'size_bytes' : 'added_at',
  direction: sort.startsWith('-') ? 'desc' : 'asc',
});

const titlePosition = z.object({ title: z.string(), addedAt: z.string(), size: z.number(), documentId: z.string() });
type Position = z.output<typeof titlePosition>;

async function pageOfOpened(platform: Platform, keys: SafeKeys, asked: Asked) {
  const { filter, query } = asked;
  const after =
    query.cursor && openCursor(platform.secrets, scopeOf(asked), { cursor: query.cursor, position: titlePosition });
  const order = orderOf(query);
  const rows = (await openInTurns(keys, await listAllRows(platform.db, filter))).sort((a, b) =>
    order(positionOf(a), positionOf(b)),
  );
  const start = after ? rows.findIndex((row) => order(positionOf(row), after) > 0) : 0;
  const items = start < 0 ? [] : rows.slice(start, start + query.limit);
  const last = start >= 0 && start + query.limit < rows.length ? items.at(-1) : undefined;
  return {
    items: await present(platform, filter, items),
    nextCursor: last === undefined ? null : sealCursor(platform.secrets, scopeOf(asked), positionOf(last)),
    total: rows.length,
  };
}

/** So many take a few milliseconds; then others have their turn. */
const openedAtOnce = 500;

async function openInTurns(keys: SafeKeys, rows: readonly ListedRow[]): Promise<OpenedRow[]> {
  const opened: OpenedRow[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % openedAtOnce === 0) await setImmediate();
    opened.push(openRow(keys, row));
  }
  return opened;
}

const positionOf = (row: OpenedRow): Position => ({
  title: row.secrets.title,
  addedAt: row.addedAt.toISOString(),
  size: row.sizeBytes,
  documentId: row.documentId,
});

function orderOf({ sort, locale = 'fr' }: Query): (a: Position, b: Position) => number {
  const sign = sort.startsWith('-') ? -1 : 1;
  const collator = new Intl.Collator(locale, { sensitivity: 'base', numeric: true });
  const compare = (a: Position, b: Position): number => {
    if (sort.endsWith('title')) return collator.compare(a.title, b.title);
    return sort.endsWith('size') ? a.size - b.size : a.addedAt.localeCompare(b.addedAt);
  };
  return (a, b) => sign * (compare(a, b) || (a.documentId < b.documentId ? -1 : a.documentId > b.documentId ? 1 : 0));
}
