import type { findDuplicates as findEndpoint } from '@perenne/contract/duplicates';
import type { Answer } from '@perenne/contract/endpoint';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { listByDigest } from '../record/documents.store.ts';
import { recordListing } from '../arranging/places.ts';
import { openRows, presentDocument } from './present-document.ts';
import { digestTag } from '../record/sealed-document.ts';
import { trashLimit } from '../record/trash.rules.ts';

/** For each digest that the safe holds: the first document of it, one in the trash where no other is. */
export async function findDuplicates(
  platform: Platform,
  owner: Owner,
  digests: readonly string[],
): Promise<Answer<typeof findEndpoint>> {
  const { safeId } = owner;
  const now = platform.clock.now();
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const tags = [...new Set(digests)].map((sha256) => digestTag(keys, sha256));
  const [rows] = await Promise.all([
    listByDigest(platform.db, safeId, { tags, since: trashLimit(now) }),
    recordListing(platform, owner),
  ]);
  const items = openRows(platform, { safeId, keys, rows }).map((row) => presentDocument(row, now));
  return { items: items.map((document) => ({ sha256: document.sha256, document })) };
}
