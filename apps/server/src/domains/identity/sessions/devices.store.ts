import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

type Device = { safeId: string; deviceTag: Buffer; now: Date };

/** Whether the device was unknown until now, while others were known. In one statement: each sign-in asks. */
export async function rememberDevice(tx: Tx, { safeId, deviceTag, now }: Device): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    with others as (select 1 from known_devices where safe_id = ${safeId} limit 1),
      before as (select 1 from known_devices where safe_id = ${safeId} and device_tag = ${deviceTag})
    insert into known_devices (safe_id, device_tag, last_seen_at) values (${safeId}, ${deviceTag}, ${now})
    on conflict (safe_id, device_tag) do update set last_seen_at = ${now}
    returning exists (select from others) and not exists (select from before) as "isNew"`.execute(tx);
  return rows[0]?.isNew === true;
}

export const deleteDevicesUnseenSince = (db: Db, instant: Date) =>
  db.deleteFrom('known_devices').where('last_seen_at', '<', instant).execute();
