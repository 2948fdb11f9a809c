import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

export type Arrival = { safeId: string; count: number; lastAt: Date };

export type NoticeTimes = { now: Date; since: Date; noticedBefore: Date };

/**
 * Safes with unread documents that an employer deposited since their owner was mailed. Those that waited for the
 * activation are not among them: the welcome mail speaks of them.
 */
export async function listArrivals(
  db: Db,
  { now, since, noticedBefore }: NoticeTimes,
  limit: number,
): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    select e.safe_id as "safeId", count(*) as count, max(d.deposited_at) as "lastAt"
    from deposits d
    join employees e on e.employer_id = d.employer_id and e.employee_id = d.employee_id and e.state = 'activated'
    join safes s on s.safe_id = e.safe_id and s.kind = 'owned' and s.created_at <= d.deposited_at
    join documents o on o.safe_id = e.safe_id and o.document_id = d.document_id
      and o.unread and o.trashed_at is null
    left join arrival_notices n on n.safe_id = e.safe_id
    where d.deposited_at > ${since}::timestamptz and d.deposited_at <= ${now}::timestamptz
      and (n.safe_id is null or (n.noticed_at <= ${noticedBefore}::timestamptz and d.deposited_at > n.up_to))
    group by e.safe_id
    limit ${limit}`.execute(db);
  return rows;
}

/** False where the owner was mailed meanwhile. */
export async function keepNotice(
  tx: Tx,
  { safeId, lastAt }: Arrival,
  { now, noticedBefore }: NoticeTimes,
): Promise<boolean> {
  const kept = await tx
    .insertInto('arrival_notices')
    .values({ safe_id: safeId, noticed_at: now, up_to: lastAt })
    .onConflict((conflict) =>
      conflict
        .column('safe_id')
        .doUpdateSet({ noticed_at: now, up_to: lastAt })
        .where('arrival_notices.noticed_at', '<=', noticedBefore),
    )
    .returning('safe_id')
    .executeTakeFirst();
  return kept !== undefined;
}
