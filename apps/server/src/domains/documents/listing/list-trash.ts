import type { Answer, Received } from '@perenne/contract/endpoint';
import type { listTrash as listEndpoint } from '@perenne/contract/trash';
import { z } from 'zod';
import type { Owner } from '../../../platform/http/actors.ts';
import { openCursor, sealCursor } from '../../../platform/http/cursor.ts';
import type { Platform } from '../../../platform/platform.ts';
import { openText } from '../../../platform/sealing/values.ts';
import * as store from './list-trash.store.ts';
import { countDestroying } from '../arranging/destroy.store.ts';
import { recordListing } from '../arranging/places.ts';
import { openRows, presentDocument } from './present-document.ts';
import { folderPlace } from '../safe/safes.ts';
import { remainingDays, trashLimit } from '../record/trash.rules.ts';

type Query = Received<typeof listEndpoint>['query'];
type Page = Answer<typeof listEndpoint>;

const position = z.object({ trashedAt: z.string(), documentId: z.string() });

/** Documents deleted by themselves, the newest first; the folders, each whole, with the first page. */
export async function listTrash(platform: Platform, owner: Owner, { cursor, limit }: Query): Promise<Page> {
  const { safeId } = owner;
  const now = platform.clock.now();
  const scope = { list: 'trash', owner: safeId };
  const after = cursor === undefined ? null : openCursor(platform.secrets, scope, { cursor, position });
  const asked = { safeId, since: trashLimit(now) };
  const [keys, rows, total, folders, destroying] = await Promise.all([
    platform.vault.keysOf(safeId, 'owner'),
    store.listTrashedDocuments(platform.db, asked, { after, limit }),
    store.countTrashedDocuments(platform.db, asked),
    after ? [] : store.listTrashedFolders(platform.db, asked),
    countDestroying(platform.db, safeId),
    recordListing(platform, owner),
  ]);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: openRows(platform, { safeId, keys, rows: shown }).map((row) => presentDocument(row, now)),
    nextCursor: last
      ? sealCursor(platform.secrets, scope, { trashedAt: last.sortValue, documentId: last.documentId })
      : null,
    total,
    destroying,
    folders: folders.map(({ folderId, sealedName, documentCount, trashedAt }) => ({
      id: folderId,
      name: openText(keys.values, folderPlace(folderId), sealedName),
      documentCount,
      remainingDays: remainingDays(trashedAt, now),
    })),
  };
}
