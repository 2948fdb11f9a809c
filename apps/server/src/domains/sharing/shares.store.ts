import { sql, type Updateable } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { Tables } from '../../platform/postgres/tables.ts';
import type { CreationKey } from './creation-keys.ts';

/** A share of a safe. */
export type ShareKey = { safeId: string; shareId: string };

const columns = [
  'share_id as shareId',
  'mode',
  'sealed',
  'state',
  'document_count as documentCount',
  'security_tag as securityTag',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'first_opened_at as firstOpenedAt',
  'sent_again as sentAgain',
] as const;

const ofSafe = (db: Db | Tx, safeId: string) =>
  db.selectFrom('shares').select(columns).where('safe_id', '=', safeId).where('state', '<>', 'deleted');

/** All of them, the newest first: a safe has hundreds, not thousands. */
export const selectShares = (db: Db, safeId: string) =>
  ofSafe(db, safeId).orderBy('created_at', 'desc').orderBy('share_id', 'desc').execute();

export async function countActiveShares(db: Db, safeId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('shares')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('safe_id', '=', safeId)
    .where('state', '=', 'active')
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Removes all that a safe has given to others: visitors find nothing any more. They lock a share before the journal,
 * so it is done before anything is journalled.
 */
export async function removeGiven(tx: Tx, safeId: string): Promise<void> {
  for (const table of ['shares', 'document_requests'] as const)
    await tx.deleteFrom(table).where('safe_id', '=', safeId).execute();
}

export type ShareRow = Awaited<ReturnType<typeof selectShares>>[number];

export const findShare = (db: Db | Tx, { safeId, shareId }: ShareKey) =>
  ofSafe(db, safeId).where('share_id', '=', shareId).executeTakeFirst();

/** The row is held until the transaction ends. */
export const lockShare = (tx: Tx, { safeId, shareId }: ShareKey) =>
  ofSafe(tx, safeId).where('share_id', '=', shareId).forUpdate().executeTakeFirst();

/** Finds the share created under a key, deleted or not. */
export const findShareByKey = (db: Db, safeId: string, keyTag: Buffer) =>
  db
    .selectFrom('shares')
    .select(['share_id as shareId', 'request_tag as requestTag'])
    .where('safe_id', '=', safeId)
    .where('key_tag', '=', keyTag)
    .executeTakeFirst();

export type NewRecipient = {
  recipientId: string;
  sealed: Buffer;
  emailTag: Buffer | null;
  phoneTag: Buffer | null;
  linkId: string;
  referenceTag: Buffer;
  delivery: 'QUEUED' | 'SENT';
  messageId: string;
};

type NewShare = ShareKey & {
  mode: 'EMAIL' | 'LINK';
  sealed: Buffer;
  documentCount: number;
  securityTag: Buffer | null;
  createdAt: Date;
  expiresAt: Date;
  noticeAt: Date | null;
  key: CreationKey | null;
};

/** The share and its recipients, by one statement. */
export const insertShare = (tx: Tx, share: NewShare, recipients: readonly NewRecipient[]) =>
  sql`
    with share as (
      insert into shares (safe_id, share_id, mode, sealed, document_count, security_tag, created_at, expires_at, notice_at,
        key_tag, request_tag)
      values (${share.safeId}, ${share.shareId}, ${share.mode}, ${share.sealed}, ${share.documentCount},
        ${share.securityTag}, ${share.createdAt}, ${share.expiresAt}, ${share.noticeAt},
        ${share.key?.keyTag ?? null}, ${share.key?.requestTag ?? null})
    )
    insert into share_recipients
      (safe_id, share_id, recipient_id, position, sealed, email_tag, phone_tag, link_id, reference_tag, delivery,
        message_id)
    select ${share.safeId}::uuid, ${share.shareId}::uuid, r.*
    from unnest(
      ${recipients.map(({ recipientId }) => recipientId)}::uuid[], ${recipients.map((_, at) => at)}::int[],
      ${recipients.map(({ sealed }) => sealed)}::bytea[], ${recipients.map(({ emailTag }) => emailTag)}::bytea[],
      ${recipients.map(({ phoneTag }) => phoneTag)}::bytea[], ${recipients.map(({ linkId }) => linkId)}::uuid[],
      ${recipients.map(({ referenceTag }) => referenceTag)}::bytea[],
      ${recipients.map(({ delivery }) => delivery)}::text[], ${recipients.map(({ messageId }) => messageId)}::uuid[]
    ) as r`.execute(tx);

export const updateShare = (tx: Tx, { safeId, shareId }: ShareKey, set: Updateable<Tables['shares']>) =>
  tx.updateTable('shares').set(set).where('safe_id', '=', safeId).where('share_id', '=', shareId).execute();

const sharesAtATime = 200;

/** Shares that the clock has ended and no job yet. */
export const selectDueShares = (db: Db, now: Date) =>
  db
    .selectFrom('shares')
    .select(['safe_id as safeId', 'share_id as shareId'])
    .where('state', '=', 'active')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(sharesAtATime)
    .execute();

/** Shares whose owners are to be notified of their end. */
export const selectSharesToNotice = (db: Db, now: Date) =>
  db
    .selectFrom('shares')
    .select(['safe_id as safeId', 'share_id as shareId'])
    .where('state', '=', 'active')
    .where('notice_at', '<=', now)
    .orderBy('notice_at')
    .limit(sharesAtATime)
    .execute();

/**
 * Visits that have ended, and deleted shares whose links have ended by themselves. One through which a visit that
 * lives began waits for its end: such a visit opens other shares too.
 */
export async function forgetEnded(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sharing_visits').where('ends_at', '<=', now).execute();
  await sql`
    delete from shares s where s.state = 'deleted' and s.expires_at <= ${now}
      and not exists (select from sharing_visits v where v.safe_id = s.safe_id and v.share_id = s.share_id)
  `.execute(db);
}
