import type { OpenedLink } from '@perenne/contract/links';
import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';

type Tags = Record<'reset' | 'unlock' | 'email' | 'secondFactor' | 'removal', Buffer>;
type Found = { kind: 'reset' | 'unlock' | 'undo'; undoes: Exclude<OpenedLink['undoes'], undefined> | null };

/** The link that one of these tags names, if it still serves. */
export async function findMailedLink(db: Db, tags: Tags, now: Date): Promise<Found | undefined> {
  const { rows } = await sql<Found>`
    select 'reset' as kind, null as undoes from reset_links where token_tag = ${tags.reset} and expires_at > ${now}
    union all
    select 'unlock', null from unlock_links where token_tag = ${tags.unlock} and expires_at > ${now}
    union all
    select 'undo', 'email' from email_changes
    where token_tag = ${tags.email} and undo_until > ${now} and undone_at is null
    union all
    select 'undo', 'second-factor' from takeover_undos where token_tag = ${tags.secondFactor} and undo_until > ${now}
    union all
    select 'undo', 'removal' from factor_removals where token_tag = ${tags.removal} and effective_at > ${now}`.execute(
    db,
  );
  return rows[0];
}
