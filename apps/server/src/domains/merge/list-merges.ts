import type { Answer, Received } from '@perenne/contract/endpoint';
import type { listMerges as endpoint } from '@perenne/contract/merge';
import { z } from 'zod';
import { openCursor, sealCursor } from '../../platform/http/cursor.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { listChapters } from '../../platform/journal/chapters.ts';
import type { Platform } from '../../platform/platform.ts';

const position = z.string();

/** Each safe that was received has left a chapter: a person has few, which are opened together. */
export async function listMerges(
  platform: Platform,
  { safeId }: Owner,
  { limit, cursor }: Received<typeof endpoint>['query'],
): Promise<Answer<typeof endpoint>> {
  const scope = { list: 'merges', owner: safeId };
  const after = cursor === undefined ? null : openCursor(platform.secrets, scope, { cursor, position });
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const chapters = await listChapters(platform.db, values, safeId);
  const begin = after === null ? 0 : chapters.findIndex(({ chapterId }) => chapterId === after) + 1;
  const shown = chapters.slice(begin, begin + limit);
  const last = begin + limit < chapters.length ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ closedAt, email, nbDocs }) => ({ at: closedAt.toISOString(), email, nbDocs })),
    nextCursor: last ? sealCursor(platform.secrets, scope, last.chapterId) : null,
    total: chapters.length,
  };
}
