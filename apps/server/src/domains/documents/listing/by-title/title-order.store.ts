import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/postgres/db.ts';

type ChangedRow = { documentId: string; categoryId: string | null; folderId: string | null; sealed: Buffer | null };

/** Each document of any transaction; no row changed before it. */
export const beforeAll = '0';

type Changes = {
  /** The `since` of the next call: every transaction before it has ended, and this call has seen what it did. */
  horizon: string;
  /** How many documents of the safe are not in the trash. */
  documentCount: number;
  /** Without `sealed` where a document is in the trash. */
  changed: ChangedRow[];
};

/**
 * The documents of the safe that transactions from `since` on have changed, and that are still there. Rows of a
 * restored database may name transactions that are still to come here: they have not changed since.
 */
export async function selectChanges(db: Db | Tx, safeId: string, since: string): Promise<Changes> {
  const { rows } = await sql<ChangedRow & Omit<Changes, 'changed'>>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon, s.document_count as "documentCount",
      d.document_id as "documentId", d.category_id as "categoryId", d.folder_id as "folderId",
      case when d.trashed_at is null then d.sealed end as sealed
    from safes s left join documents d on d.safe_id = s.safe_id and d.changed_in >= ${since}::xid8
      and (${since} = ${beforeAll} or d.changed_in < pg_snapshot_xmax(pg_current_snapshot()))
    where s.safe_id = ${safeId}`.execute(db);
  const { horizon = since, documentCount = 0 } = rows[0] ?? {};
  const changed = rows
    .filter(({ documentId }) => documentId !== null)
    .map(({ documentId, categoryId, folderId, sealed }) => ({ documentId, categoryId, folderId, sealed }));
  return { horizon, documentCount, changed };
}
