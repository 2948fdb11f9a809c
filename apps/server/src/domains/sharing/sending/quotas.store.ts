import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { dayAfter, dayBefore } from './quotas.rules.ts';

type Written = { added: number; recent: Date[] };

/**
 * Remembers addresses as written to. Returns how many of them are new, and when those of the last 24 hours before them
 * were. Who counts holds the safe.
 */
export async function insertWrittenAddresses(
  tx: Tx,
  safeId: string,
  { emailTags, now }: { emailTags: readonly Buffer[]; now: Date },
): Promise<Written> {
  const { rows } = await sql<Written>`
    with added as (
      insert into written_addresses (safe_id, email_tag, written_at)
      select ${safeId}::uuid, tag, ${now}::timestamptz from unnest(${emailTags}::bytea[]) as tag
      on conflict (safe_id, email_tag) do nothing
      returning 1
    )
    select (select count(*) from added)::int as added, array(
      select written_at from written_addresses
      where safe_id = ${safeId} and written_at > ${dayBefore(now)} order by written_at
    ) as recent`.execute(tx);
  return rows[0] ?? { added: 0, recent: [] };
}

type Counted = { partyTag: Buffer; max: number };

/** Counts an SMS, unless as many as may be were sent in the last 24 hours; the row is held until the end. */
export async function countSmsOf(tx: Tx, { partyTag, max }: Counted, now: Date): Promise<boolean> {
  const recent = sql`array(
    select at from unnest(sms_counts.sent_at) as at where at > ${dayBefore(now)} order by at
  )`;
  const { rows } = await sql`
    insert into sms_counts (party_tag, sent_at, counted_until)
    values (${partyTag}, array[${now}::timestamptz], ${dayAfter(now)})
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
