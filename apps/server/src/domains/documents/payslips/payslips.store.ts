import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

/** The payslips that are kept, in the order of their deposit. */
export const listPayslips = (db: Db, safeId: string, typeTag: Buffer) =>
  db
    .selectFrom('documents')
    .select(['document_id as documentId', 'sealed', 'origin_id as originId'])
    .where('safe_id', '=', safeId)
    .where('type_tag', '=', typeTag)
    .where('trashed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('document_id')
    .execute();

/**
 * The documents of these successions, in the order of deposit; the trash left out. The caller gives their tags:
 * looked up from documents in the same statement, all of the safe was read in a large table.
 */
export async function listSuccessions(db: Db | Tx, safeId: string, tags: readonly Buffer[]): Promise<SuccessionRow[]> {
  const { rows } = await sql<SuccessionRow>`
    select document_id as "documentId", succession_tag as "successionTag", digest_tag as "digestTag"
    from documents
    where safe_id = ${safeId} and succession_tag = any(${tags}::bytea[]) and trashed_at is null
    order by added_at, document_id`.execute(db);
  return rows;
}

export type SuccessionRow = { documentId: string; successionTag: Buffer; digestTag: Buffer };

/** Deposits of before there were successions. */
export const listWithoutSuccession = (db: Db, limit: number) =>
  db
    .selectFrom('documents')
    .select(['safe_id as safeId', 'document_id as documentId', 'sealed', 'origin_id as originId'])
    .where('added_by', '=', 'company')
    .where('succession_tag', 'is', null)
    .limit(limit)
    .execute();

export const setSuccession = (
  db: Db,
  { safeId, documentId }: { safeId: string; documentId: string },
  successionTag: Buffer,
) =>
  db
    .updateTable('documents')
    .set({ succession_tag: successionTag })
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .where('succession_tag', 'is', null)
    .execute();
