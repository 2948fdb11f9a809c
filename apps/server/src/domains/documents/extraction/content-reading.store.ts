import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

export const selectConsent = (db: Db | Tx, safeId: string) =>
  db.selectFrom('content_readings').select('since').where('safe_id', '=', safeId).executeTakeFirst();

/** Held until the transaction ends: who takes the agreement back waits, and then forgets this too. */
export const holdConsent = (tx: Tx, safeId: string) =>
  tx.selectFrom('content_readings').select('since').where('safe_id', '=', safeId).forShare().executeTakeFirst();

/** False where it stood already. */
export async function insertConsent(tx: Tx, safeId: string, since: Date): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('content_readings')
    .values({ safe_id: safeId, since })
    .onConflict((conflict) => conflict.column('safe_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** False where there was none. */
export async function deleteConsent(tx: Tx, safeId: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('content_readings').where('safe_id', '=', safeId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Everything that was learnt of the contents of a safe. */
export const deleteLearnt = (tx: Tx, safeId: string) =>
  tx
    .updateTable('documents')
    .set({ content_tags: null, read_expiry: null })
    .where('safe_id', '=', safeId)
    .where(({ eb, or }) => or([eb('content_tags', 'is not', null), eb('read_expiry', 'is not', null)]))
    .execute();

type Learnt = { safeId: string; documentId: string; tags: readonly string[]; expiry: Buffer | null };

export const setLearnt = (tx: Tx, { safeId, documentId, tags, expiry }: Learnt) =>
  tx
    .updateTable('documents')
    .set({ content_tags: tags, read_expiry: expiry })
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .execute();

/** Documents whose words are not known, those after one of them. */
export async function selectUnread(db: Db | Tx, safeId: string, page: { after: string | null; limit: number }) {
  let query = db
    .selectFrom('documents')
    .select(['document_id as documentId', 'sealed'])
    .where('safe_id', '=', safeId)
    .where('content_tags', 'is', null);
  if (page.after !== null) query = query.where('document_id', '>', page.after);
  return query.orderBy('document_id').limit(page.limit).execute();
}

/** The columns that a document's reading needs. */
export const selectToRead = (db: Db, safeId: string, documentId: string) =>
  db
    .selectFrom('documents')
    .leftJoin('content_readings', 'content_readings.safe_id', 'documents.safe_id')
    .select([
      'documents.object_id as objectId',
      'documents.header as header',
      'documents.sealed as sealed',
      'documents.size_bytes as sizeBytes',
      'documents.has_thumbnail as hasThumbnail',
      'content_readings.since as since',
      sql<boolean>`documents.content_tags is not null`.as('isRead'),
    ])
    .where('documents.safe_id', '=', safeId)
    .where('documents.document_id', '=', documentId)
    .where('documents.trashed_at', 'is', null)
    .executeTakeFirst();
