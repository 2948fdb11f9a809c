import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

export type JournalFilter = {
  safeId: string;
  /** The part of an action before its dot. */
  kind?: string | undefined;
  from?: Date | undefined;
  /** Not included. */
  before?: Date | undefined;
};

type Slice = { beforeSeq: number | null; limit: number };

// As the index says it: `split_part` of the action, then the instant.
const kindOf = sql<string>`split_part(e.action, '.', 1)`;

const filtered = (db: Db, { safeId, kind, from, before }: JournalFilter) =>
  db
    .selectFrom('journal_entries as e')
    .where('e.safe_id', '=', safeId)
    .$if(kind !== undefined, (query) => query.where(kindOf, '=', String(kind)))
    .$if(from !== undefined, (query) => query.where(sql<boolean>`e.at >= ${from}`))
    .$if(before !== undefined, (query) => query.where(sql<boolean>`e.at < ${before}`));

/** The newest first; one more than asked, to know whether others follow. */
export function listEntries(db: Db, filter: JournalFilter, { beforeSeq, limit }: Slice) {
  const entries = filtered(db, filter)
    .leftJoin('journal_details as d', (join) => join.onRef('d.safe_id', '=', 'e.safe_id').onRef('d.seq', '=', 'e.seq'))
    .select([
      'e.seq',
      'e.entry_id as entryId',
      'e.at',
      'e.actor_kind as actorKind',
      'e.action',
      'e.object_id as objectId',
      'e.result',
      'e.prev_hash as prevHash',
      'e.hash',
    ])
    .select(['e.detail_hash as detailHash', 'd.sealed'])
    .orderBy('e.seq', 'desc')
    .limit(limit + 1);
  return (beforeSeq === null ? entries : entries.where('e.seq', '<', beforeSeq)).execute();
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

export async function countEntries(db: Db, filter: JournalFilter): Promise<number> {
  const { safeId, ...others } = filter;
  if (Object.values(others).every((value) => value === undefined)) return countAll(db, safeId);
  const { count } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** The sequence has no hole: its head is the count. */
async function countAll(db: Db, safeId: string): Promise<number> {
  const head = await db.selectFrom('journal_heads').select('seq').where('safe_id', '=', safeId).executeTakeFirst();
  return head?.seq ?? 0;
}
