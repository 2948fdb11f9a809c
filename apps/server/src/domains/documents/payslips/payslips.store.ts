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

/** Whatever follows or precedes these documents, and they themselves, in the order of deposit; the trash left out. */
export const listSuccessions = (db: Db | Tx, safeId: string, documentIds: readonly string[]) =>
  db
    .selectFrom('documents')
    .select(['document_id as documentId', 'succession_tag as successionTag', 'digest_tag as digestTag'])
    .where('safe_id', '=', safeId)
    .where('succession_tag', 'in', (is) =>
      is
        .selectFrom('documents')
        .select('succession_tag')
        .where('safe_id', '=', safeId)
        .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`)
        .where('succession_tag', 'is not', null),
    )
    .where('trashed_at', 'is', null)
    .orderBy('added_at')
    .orderBy('document_id')
    .execute();

export type SuccessionRow = Awaited<ReturnType<typeof listSuccessions>>[number];

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
