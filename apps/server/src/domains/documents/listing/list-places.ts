import type { Answer, Received } from '@perenne/contract/endpoint';
import {
  categoryKinds,
  type Category,
  type Folder,
  type listCategories as categoriesEndpoint,
  type listFolders as foldersEndpoint,
} from '@perenne/contract/places';
import { z } from 'zod';
import type { Owner } from '../../../platform/http/actors.ts';
import { openCursor, sealCursor, type CursorScope } from '../../../platform/http/cursor.ts';
import type { Locale } from '../../../platform/http/locale.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openText } from '../../../platform/sealing/values.ts';
import { titleIn } from '../record/documents.rules.ts';
import { recordListing } from '../arranging/places.ts';
import * as store from '../arranging/places.store.ts';
import { categoryPlace, folderPlace } from '../safe/safes.ts';

/** Without a language, each category is called as it was when it was made. */
type Query = Received<typeof categoriesEndpoint>['query'] & { locale?: Locale | null };

const categoryPosition = z.object({ position: z.number(), categoryId: z.string() });

/** The categories in their order, with how many documents they and their folders hold. */
export async function listCategories(
  platform: Platform,
  owner: Owner,
  query: Query,
): Promise<Answer<typeof categoriesEndpoint>> {
  const { safeId } = owner;
  const scope = { list: 'categories', owner: safeId };
  const after = positionOf(platform, scope, { query, position: categoryPosition });
  const [{ values }, rows] = await Promise.all([
    platform.vault.keysOf(safeId, 'owner'),
    store.listCategoryRows(platform.db, safeId, { after, limit: query.limit }),
    recordListing(platform, owner),
  ]);
  const items = rows.slice(0, query.limit);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  const nextCursor = last
    ? sealCursor(platform.secrets, scope, { position: last.position, categoryId: last.categoryId })
    : null;
  return {
    items: items.map((row): Category => ({
      id: row.categoryId,
      title: titleIn(query.locale, row.kind, openText(values, categoryPlace(row.categoryId), row.sealedTitle)),
      kind: categoryKinds.find((kind) => kind === row.kind) ?? null,
      documentCount: row.documentCount,
      unreadCount: row.unreadCount,
    })),
    nextCursor,
    total: isWhole(after, nextCursor) ? items.length : await store.countCategories(platform.db, safeId),
  };
}

const folderPosition = z.object({ folderId: z.string() });

/** The folders of all categories as they were made, each with the number of documents directly in it. */
export async function listFolders(
  platform: Platform,
  owner: Owner,
  query: Query,
): Promise<Answer<typeof foldersEndpoint>> {
  const { safeId } = owner;
  const scope = { list: 'folders', owner: safeId };
  const after = positionOf(platform, scope, { query, position: folderPosition });
  const [{ values }, rows] = await Promise.all([
    platform.vault.keysOf(safeId, 'owner'),
    store.listFolderRows(platform.db, safeId, { after, limit: query.limit }),
    recordListing(platform, owner),
  ]);
  const items = rows.slice(0, query.limit);
  const last = rows.length > items.length ? items.at(-1) : undefined;
  const nextCursor = last ? sealCursor(platform.secrets, scope, { folderId: last.folderId }) : null;
  return {
    items: items.map((row): Folder => ({
      id: row.folderId,
      name: openText(values, folderPlace(row.folderId), row.sealedName),
      categoryId: row.categoryId,
      parentId: row.parentId,
      documentCount: row.documentCount,
    })),
    nextCursor,
    total: isWhole(after, nextCursor) ? items.length : await store.countFolders(platform.db, safeId),
  };
}

type Asked<P> = { query: Query; position: z.ZodType<P> };

const positionOf = <P>({ secrets }: Platform, scope: CursorScope, { query: { cursor }, position }: Asked<P>) =>
  cursor === undefined ? null : openCursor(secrets, scope, { cursor, position });

/** A safe whose places fit on one page need not be counted. */
const isWhole = (after: unknown, nextCursor: string | null): boolean => after === null && nextCursor === null;
