import type { Received } from '@perenne/contract/endpoint';
import type { listDocuments as listEndpoint } from '@perenne/contract/documents';
import { z } from 'zod';
import type { Owner } from '../../../platform/http/actors.ts';
import { openCursor, sealCursor, type CursorScope } from '../../../platform/http/cursor.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { countRows, listRows, type Filter, type Keyset } from '../record/documents.store.ts';
import { pageByTitle } from './by-title/list-by-title.ts';
import { recordListing, requireCategory, requireFolder } from '../arranging/places.ts';
import { openRows, presentPage, type OpenedRow } from './present-document.ts';
import { typeTag } from '../record/sealed-document.ts';
import { TitleOrders } from './by-title/title-orders.ts';
import { wantedTags } from '../record/word-tags.ts';

/**
 * Titles sort as the language of the request sorts them; as French does where nobody asks. Without the titles that a
 * process keeps, a page by title opens all.
 */
type Query = Received<typeof listEndpoint>['query'] & { locale?: Locale; titles?: TitleOrders };

/** One page of the safe's documents. The listing is a function of a safe: the journal holds it. */
export async function listDocuments(platform: Platform, owner: Owner, query: Query) {
  const keys = await platform.vault.keysOf(owner.safeId, 'owner');
  await requirePlaces(platform, owner, query);
  const filter = filterOf(owner.safeId, keys, query);
  const [page] = await Promise.all([
    isByTitle(query) ? pageOfTitles(platform, keys, { filter, query }) : pageOfRows(platform, keys, { filter, query }),
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
  originId: query.origin,
  unread: query.unread === undefined ? undefined : query.unread === 'true',
  from: query.from,
  to: query.to,
  words: query.q ? wantedTags(keys, query.q) : undefined,
});

/** Titles are sealed: their order is known once they are opened. */
const isByTitle = ({ sort }: Query): boolean => sort.endsWith('title');

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
    items: await present(platform, filter, openRows(platform, { safeId: filter.safeId, keys, rows: items })),
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

const titlePosition = z.object({ title: z.string(), documentId: z.string() });

async function pageOfTitles(platform: Platform, keys: SafeKeys, asked: Asked) {
  const { filter, query } = asked;
  const { titles = new TitleOrders(platform.clock) } = query;
  const scope = scopeOf(asked);
  const { rows, total, next } = await pageByTitle(platform, keys, {
    titles,
    filter,
    locale: query.locale ?? 'fr',
    descending: query.sort.startsWith('-'),
    limit: query.limit,
    after:
      query.cursor === undefined
        ? undefined
        : openCursor(platform.secrets, scope, { cursor: query.cursor, position: titlePosition }),
  });
  const position = next && { title: next.title, documentId: next.documentId };
  return {
    items: await present(platform, filter, rows),
    nextCursor: position && sealCursor(platform.secrets, scope, position),
    total,
  };
}
