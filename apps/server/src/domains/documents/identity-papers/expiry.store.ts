import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { listed } from '../record/documents.store.ts';

/** The documents of these types that are kept. */
export const listOfTypes = (db: Db, safeId: string, typeTags: readonly Buffer[]) =>
  db
    .selectFrom('documents')
    .select(listed)
    .where('safe_id', '=', safeId)
    .where(sql<boolean>`type_tag = any(${typeTags}::bytea[])`)
    .where('trashed_at', 'is', null)
    .execute();

const reminded = ['safe_id as safeId', 'document_id as documentId', 'reminder_tag as reminderTag'] as const;

/** The documents to remind of on one of the days, in the order of their identifiers. */
export const listToRemind = (db: Db, { tags, after }: { tags: readonly Buffer[]; after: string }) =>
  db
    .selectFrom('documents')
    .select(reminded)
    .where(sql<boolean>`reminder_tag = any(${tags}::bytea[])`)
    .where('trashed_at', 'is', null)
    .where('document_id', '>', after)
    .orderBy('document_id')
    .limit(100)
    .execute();

export type ToRemind = Awaited<ReturnType<typeof listToRemind>>[number];

/** Held until the transaction ends; undefined where another was faster, or its owner changed it since. */
export const lockToRemind = (tx: Tx, { safeId, documentId, reminderTag }: ToRemind) =>
  tx
    .selectFrom('documents')
    .select('sealed')
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .where('reminder_tag', '=', reminderTag)
    .where('trashed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
