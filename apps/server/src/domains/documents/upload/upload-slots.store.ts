import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

export type SlotParty = { partyTag: Buffer; most: number };
type Held = { uploadId: string; heldUntil: Date };

/**
 * Takes a free slot of each party, or none. `FULL` where a party has none left; `RACED` where another upload took the
 * chosen one at the same instant, and another try may find another.
 */
export async function insertSlots(
  db: Db,
  parties: readonly SlotParty[],
  { uploadId, holder, heldUntil, now }: Held & { holder: string; now: Date },
): Promise<'TAKEN' | 'FULL' | 'RACED'> {
  const rows = parties.map(({ partyTag, most }) => sql`(${partyTag}::bytea, ${most}::int)`);
  const { rows: counts } = await sql<{ chosen: number; taken: number }>`
    with chosen as materialized (
      select party.tag, (
        select number from generate_series(1, party.most) as number
        where not exists (
          select 1 from upload_slots where party_tag = party.tag and slot = number and held_until > ${now}
        )
        order by random() limit 1
      ) as slot
      from (values ${sql.join(rows)}) as party (tag, most)
    ), taken as (
      insert into upload_slots (party_tag, slot, upload_id, holder, held_until)
      select tag, slot, ${uploadId}::uuid, ${holder}::text, ${heldUntil}::timestamptz from chosen
      where not exists (select 1 from chosen where slot is null)
      on conflict (party_tag, slot) do update
      set upload_id = excluded.upload_id, holder = excluded.holder, held_until = excluded.held_until
      where upload_slots.held_until <= ${now}
      returning 1
    )
    select (select count(slot) from chosen)::int as chosen, (select count(*) from taken)::int as taken`.execute(db);
  const { chosen = 0, taken = 0 } = counts[0] ?? {};
  if (chosen < parties.length) return 'FULL';
  return taken === parties.length ? 'TAKEN' : 'RACED';
}

/** Returns how many slots were there to extend. */
export async function extendSlots(
  db: Db,
  parties: readonly SlotParty[],
  { uploadId, heldUntil }: Held,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('upload_slots')
    .set({ held_until: heldUntil })
    .where('party_tag', 'in', tagsOf(parties))
    .where('upload_id', '=', uploadId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export const deleteSlots = (db: Db, parties: readonly SlotParty[], uploadId: string) =>
  db.deleteFrom('upload_slots').where('party_tag', 'in', tagsOf(parties)).where('upload_id', '=', uploadId).execute();

/** Slots of a process that has ended. */
export const deleteSlotsOf = (db: Db, holder: string) =>
  db.deleteFrom('upload_slots').where('holder', '=', holder).execute();

/** Slots of uploads whose process died unnoticed. */
export const deleteExpiredSlots = (db: Db, now: Date) =>
  db.deleteFrom('upload_slots').where('held_until', '<=', now).execute();

const tagsOf = (parties: readonly SlotParty[]): Buffer[] => parties.map(({ partyTag }) => partyTag);
