import { sql } from 'kysely';
import type { Db, Tx } from '../postgres/db.ts';

const dayMs = 86_400_000;

type Counted = { partyTag: Buffer; max: number };

/** Counts an SMS, unless as many as may be were sent in the last 24 hours; the row is held until the end. */
export async function countSmsOf(tx: Tx, { partyTag, max }: Counted, now: Date): Promise<boolean> {
  const recent = sql`array(
    select at from unnest(sms_counts.sent_at) as at where at > ${new Date(now.getTime() - dayMs)} order by at
  )`;
  const { rows } = await sql`
    insert into sms_counts (party_tag, sent_at, counted_until)
    values (${partyTag}, array[${now}::timestamptz], ${new Date(now.getTime() + dayMs)})
    on conflict (party_tag) do update
    set sent_at = ${recent} || excluded.sent_at, counted_until = excluded.counted_until
    where cardinality(${recent}) < ${max}
    returning 1`.execute(tx);
  return rows.length > 0;
}

export async function findSmsOf(tx: Tx, partyTag: Buffer): Promise<Date[]> {
  const row = await tx
    .selectFrom('sms_counts')
    .select('sent_at as sentAt')
    .where('party_tag', '=', partyTag)
    .executeTakeFirst();
  return row?.sentAt ?? [];
}

export const deleteOldSmsCounts = (db: Db, now: Date) =>
  db.deleteFrom('sms_counts').where('counted_until', '<=', now).execute();
