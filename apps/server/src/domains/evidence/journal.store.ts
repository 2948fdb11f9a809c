import { sql } from 'kysely';
import { entryColumns } from '../../platform/journal/entry-columns.ts';
import type { Db } from '../../platform/postgres/db.ts';

const entries = (db: Db) => db.selectFrom('journal_entries as e').select(entryColumns);

/** The entries of a journal after one of them, up to another, in their order. */
export const listEntriesAfter = (
  db: Db,
  journalId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
) =>
  entries(db)
    .leftJoin('journal_details as d', (join) => join.onRef('d.safe_id', '=', 'e.safe_id').onRef('d.seq', '=', 'e.seq'))
    .select('d.sealed')
    .where('e.safe_id', '=', journalId)
    .where('e.seq', '>', after)
    .where('e.seq', '<=', upTo)
    .orderBy('e.seq')
    .limit(limit)
    .execute();

export type EntryRow = Awaited<ReturnType<typeof listEntriesAfter>>[number];

export async function readHeadSeq(db: Db, journalId: string): Promise<number> {
  const head = await db.selectFrom('journal_heads').select('seq').where('safe_id', '=', journalId).executeTakeFirst();
  return head?.seq ?? 0;
}

/** The entry where the proof of a document begins, and the leaf where it ends. */
export type LoggedDeposit = {
  documentId: string;
  journalId: string;
  seq: number;
  leaf: { index: number; seq: number; head: Buffer; checkpoint: number } | null;
};

/**
 * The entries by which documents are in a safe, as `findDepositEntry` of the documents finds them, each with the
 * earliest leaf of its journal that covers it.
 */
export async function findLoggedDeposits(
  db: Db,
  safeId: string,
  documentIds: readonly string[],
): Promise<LoggedDeposit[]> {
  type Row = Omit<LoggedDeposit, 'leaf'> & { index: number | null; leafSeq: number; head: Buffer; checkpoint: number };
  const { rows } = await sql<Row>`
    select d.document_id as "documentId", d.journal_id as "journalId", d.seq,
      l.leaf_index as index, l.seq as "leafSeq", l.head, l.checkpoint_n as checkpoint
    from (
      select distinct on (object_id) object_id as document_id, safe_id as journal_id, seq
      from journal_entries
      where (safe_id = ${safeId} or safe_id in (select chapter_id from journal_chapters where safe_id = ${safeId}))
        and object_id = any(${documentIds}::uuid[]) and action in ('document.deposited', 'document.recovered')
      order by object_id, at desc, seq desc
    ) d
    left join lateral (
      select * from evidence_leaves where journal_id = d.journal_id and seq >= d.seq order by seq limit 1
    ) l on true`.execute(db);
  return rows.map(({ documentId, journalId, seq, index, leafSeq, head, checkpoint }) => ({
    ...{ documentId, journalId, seq },
    leaf: index === null ? null : { index, seq: leafSeq, head, checkpoint },
  }));
}

/** Part of a journal, both ends included. */
export type Passage = { journalId: string; from: number; to: number };

/** The entries of passages, in their order; with their details where they are about one of these documents. */
export const listPassages = (
  db: Db,
  passages: readonly Passage[],
  documentIds: readonly string[],
): Promise<EntryRow[]> =>
  entries(db)
    .innerJoin(
      sql<{ journal_id: string; first: number; last: number }>`
        unnest(${passages.map(({ journalId }) => journalId)}::uuid[], ${passages.map(({ from }) => from)}::bigint[],
          ${passages.map(({ to }) => to)}::bigint[])`.as<'p'>(sql`p (journal_id, first, last)`),
      (join) =>
        join.onRef('e.safe_id', '=', 'p.journal_id').onRef('e.seq', '>=', 'p.first').onRef('e.seq', '<=', 'p.last'),
    )
    .leftJoin('journal_details as d', (join) =>
      join.onRef('d.safe_id', '=', 'e.safe_id').onRef('d.seq', '=', 'e.seq').on('e.object_id', 'in', documentIds),
    )
    .select('d.sealed')
    .orderBy('e.seq')
    .execute();
