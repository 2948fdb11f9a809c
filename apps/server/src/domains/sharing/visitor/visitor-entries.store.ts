import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** So many in a day about one object, then one an hour. */
const entriesOfADay = 10;

export type Seeing = { safeId: string; shareId: string; recipientId: string; addressTag: Buffer };

/** Counts an entry about each object, and returns those of which it may be made. */
export async function countEntries(
  tx: Tx,
  { safeId, shareId, recipientId, addressTag }: Seeing,
  { objectIds, now }: { objectIds: readonly string[]; now: Date },
): Promise<Set<string>> {
  const hourAgo = new Date(now.getTime() - hourMs);
  const dayAgo = new Date(now.getTime() - dayMs);
  // In one order: two transactions that count the same objects never wait for each other.
  const { rows } = await sql<{ objectId: string }>`
    insert into visitor_entries as v (safe_id, share_id, recipient_id, object_id, address_tag, entries, since, at)
    select ${safeId}::uuid, ${shareId}::uuid, ${recipientId}::uuid, o, ${addressTag}::bytea, 1, ${now}::timestamptz,
      ${now}::timestamptz
    from unnest(${objectIds}::uuid[]) as o order by o
    on conflict (safe_id, share_id, recipient_id, object_id, address_tag) do update
    set entries = case when v.since <= ${dayAgo} then 1 else v.entries + 1 end,
      since = case when v.since <= ${dayAgo} then excluded.since else v.since end,
      at = excluded.at
    where v.entries < ${entriesOfADay} or v.since <= ${dayAgo} or v.at <= ${hourAgo}
    returning object_id as "objectId"`.execute(tx);
  return new Set(rows.map(({ objectId }) => objectId));
}

/** Counts of days that are over. */
export const deleteOldEntryCounts = (db: Db, now: Date) =>
  db
    .deleteFrom('visitor_entries')
    .where('at', '<=', new Date(now.getTime() - dayMs))
    .execute();
