import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { dayBefore, invitationLimits } from './quotas.rules.ts';

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

/** Held until the end: those who count invitations to one mailbox do it one after the other. */
const holdMailbox = (tx: Tx, mailboxTag: Buffer) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${mailboxTag.toString('hex')}, 0))`.execute(tx);

type Invitation = { safeId: string; messageId: string; mailboxTag: Buffer };

/** Counts an invitation, unless the mailbox has as many as may be; one that is counted already counts once. */
export async function insertInvitation(tx: Tx, { safeId, messageId, mailboxTag }: Invitation, now: Date) {
  await holdMailbox(tx, mailboxTag);
  const { rows } = await sql`
    with recent as (
      select safe_id, message_id from received_invitations
      where mailbox_tag = ${mailboxTag} and sent_at > ${dayBefore(now)}
    ), added as (
      insert into received_invitations (mailbox_tag, message_id, safe_id, sent_at)
      select ${mailboxTag}::bytea, ${messageId}::uuid, ${safeId}::uuid, ${now}::timestamptz
      where (select count(*) from recent) < ${invitationLimits.all}
        and (select count(*) from recent where safe_id = ${safeId}) < ${invitationLimits.safe}
      on conflict do nothing
      returning 1
    )
    select 1 from added union all select 1 from recent where message_id = ${messageId}`.execute(tx);
  return rows.length > 0;
}

export const deleteOldInvitations = (db: Db, now: Date) =>
  db.deleteFrom('received_invitations').where('sent_at', '<=', dayBefore(now)).execute();
