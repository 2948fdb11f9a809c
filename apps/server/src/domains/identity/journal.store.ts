import type { Db } from '../../platform/postgres/db.ts';

type Slice = { before: number | null; limit: number };

/** The newest first, one more than asked to tell whether others follow. */
export function listEntries(db: Db, safeId: string, { before, limit }: Slice) {
  const entries = db
    .selectFrom('journal_entries as e')
    .leftJoin('journal_details as d', (join) => join.onRef('d.safe_id', '=', 'e.safe_id').onRef('d.seq', '=', 'e.seq'))
    .select([
      'e.seq',
      'e.entry_id as entryId',
      'e.at',
      'e.actor_kind as actorKind',
      'e.action',
      'e.object_id as objectId',
      'e.result',
      'e.hash',
    ])
    .select(['e.detail_hash as detailHash', 'd.sealed'])
    .where('e.safe_id', '=', safeId)
    .orderBy('e.seq', 'desc')
    .limit(limit + 1);
  return (before === null ? entries : entries.where('e.seq', '<', before)).execute();
}

export type EntryRow = Awaited<ReturnType<typeof listEntries>>[number];

/** The sequence has no hole: its head is the count. */
export async function countEntries(db: Db, safeId: string): Promise<number> {
  const head = await db.selectFrom('journal_heads').select('seq').where('safe_id', '=', safeId).executeTakeFirst();
  return head?.seq ?? 0;
}
