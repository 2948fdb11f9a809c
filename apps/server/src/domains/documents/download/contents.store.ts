import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { listed } from '../record/documents.store.ts';

/** How many of these the safe holds, in the trash since then too. */
export async function countThere(
  db: Db,
  safeId: string,
  { documentIds, since }: { documentIds: readonly string[]; since: Date },
): Promise<number> {
  const { count } = await db
    .selectFrom('documents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
    .where((is) => is.or([is('trashed_at', 'is', null), is('trashed_at', '>', since)]))
    .executeTakeFirstOrThrow();
  return count;
}

/** The rows that are needed to read contents, in no order. */
export const selectContents = (db: Db, safeId: string, documentIds: readonly string[]) =>
  db
    .selectFrom('documents')
    .select([...listed, 'object_id as objectId', 'header'])
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
    .execute();

export type ContentRow = Awaited<ReturnType<typeof selectContents>>[number];

export const markManyRead = (tx: Tx, safeId: string, documentIds: readonly string[]) =>
  tx
    .updateTable('documents')
    .set({ unread: false })
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
    .where('unread', '=', true)
    .execute();
