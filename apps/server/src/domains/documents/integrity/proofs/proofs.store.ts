import { sql } from 'kysely';
import { entryColumns } from '../../../../platform/journal/entry-columns.ts';
import type { Db } from '../../../../platform/postgres/db.ts';

/**
 * The entry by which the document is in this safe: its deposit, or its arrival from where it waited; in an earlier
 * chapter of the journal where another safe has brought it.
 */
export const findDepositEntry = (db: Db, safeId: string, documentId: string) =>
  db
    .selectFrom('journal_entries as e')
    .leftJoin('journal_details as d', (join) => join.onRef('d.safe_id', '=', 'e.safe_id').onRef('d.seq', '=', 'e.seq'))
    .select([...entryColumns, 'd.sealed'])
    .where((is) =>
      is.or([
        is('e.safe_id', '=', safeId),
        is('e.safe_id', 'in', is.selectFrom('journal_chapters').select('chapter_id').where('safe_id', '=', safeId)),
      ]),
    )
    .where('e.object_id', '=', documentId)
    .where('e.action', 'in', ['document.deposited', 'document.recovered'])
    .orderBy('e.at', 'desc')
    .orderBy('e.seq', 'desc')
    .limit(1)
    .executeTakeFirst();

export type DepositEntry = NonNullable<Awaited<ReturnType<typeof findDepositEntry>>>;

/** The documents of all safes, trashed ones too, in the order of their identifiers: those after one of them. */
export const listStored = (db: Db, after: { safeId: string; documentId: string } | null, limit: number) =>
  db
    .selectFrom('documents')
    .select([
      'safe_id as safeId',
      'document_id as documentId',
      'object_id as objectId',
      'header',
      'sealed',
      'size_bytes as sizeBytes',
    ])
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(safe_id, document_id) > (${after?.safeId}::uuid, ${after?.documentId}::uuid)`),
    )
    .orderBy('safe_id')
    .orderBy('document_id')
    .limit(limit)
    .execute();

export type StoredRow = Awaited<ReturnType<typeof listStored>>[number];
