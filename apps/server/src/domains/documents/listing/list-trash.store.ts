import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import { listed } from '../record/documents.store.ts';

type Asked = { safeId: string; since: Date };

const byThemselves = (db: Db, { safeId, since }: Asked) =>
  db
    .selectFrom('documents')
    .where('safe_id', '=', safeId)
    .where('trashed_at', '>', since)
    .where('trashed_with', 'is', null);

type Slice = { after: { trashedAt: string; documentId: string } | null; limit: number };

/** The newest first; one more than asked, to know whether others follow. */
export function listTrashedDocuments(db: Db, asked: Asked, { after, limit }: Slice) {
  const rows = byThemselves(db, asked)
    .select([...listed, sql<string>`trashed_at::text`.as('sortValue')])
    .orderBy('trashed_at', 'desc')
    .orderBy('document_id', 'desc')
    .limit(limit + 1);
  if (!after) return rows.execute();
  const { trashedAt, documentId } = after;
  return rows
    .where(sql<boolean>`(trashed_at, document_id) < (${trashedAt}::timestamptz, ${documentId}::uuid)`)
    .execute();
}

export async function countTrashedDocuments(db: Db, asked: Asked): Promise<number> {
  const { count } = await byThemselves(db, asked)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The folders that were deleted, each with how many documents went with it. */
export const listTrashedFolders = (db: Db, { safeId, since }: Asked) =>
  db
    .selectFrom('folders as f')
    .select((is) => [
      'f.folder_id as folderId',
      'f.sealed_name as sealedName',
      is.ref('f.trashed_at').$notNull().as('trashedAt'),
      is
        .selectFrom('folders as inside')
        .innerJoin('documents as d', (join) =>
          join
            .onRef('d.safe_id', '=', 'inside.safe_id')
            .onRef('d.folder_id', '=', 'inside.folder_id')
            .onRef('d.trashed_with', '=', 'inside.trashed_with'),
        )
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('inside.safe_id', '=', 'f.safe_id')
        .whereRef('inside.trashed_with', '=', 'f.folder_id')
        .$asScalar()
        .$notNull()
        .as('documentCount'),
    ])
    .where('f.safe_id', '=', safeId)
    .where('f.trashed_at', '>', since)
    .whereRef('f.trashed_with', '=', 'f.folder_id')
    .orderBy('f.trashed_at', 'desc')
    .orderBy('f.folder_id', 'desc')
    .execute();
