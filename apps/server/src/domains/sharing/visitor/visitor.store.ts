import { sql } from 'kysely';
import type { Visitor } from '../../../platform/http/actors.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

/** What a link opens, ended or not. */
export const findLink = (db: Db, safeId: string, linkId: string) =>
  db
    .selectFrom('share_recipients as r')
    .innerJoin('shares as s', (join) =>
      join.onRef('s.safe_id', '=', 'r.safe_id').onRef('s.share_id', '=', 'r.share_id'),
    )
    .select([
      's.share_id as shareId',
      's.mode',
      's.state',
      's.expires_at as expiresAt',
      's.sealed as sealedShare',
      's.security_tag as securityTag',
      'r.recipient_id as recipientId',
      'r.sealed as sealedRecipient',
      'r.code_mode as codeMode',
      'r.email_tag as emailTag',
      'r.phone_tag as phoneTag',
    ])
    .where('r.safe_id', '=', safeId)
    .where('r.link_id', '=', linkId)
    .executeTakeFirst();

type RecipientKey = { safeId: string; shareId: string; recipientId: string };

const recipientRow = (tx: Tx, { safeId, shareId, recipientId }: RecipientKey) =>
  tx
    .updateTable('share_recipients')
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .where('recipient_id', '=', recipientId);

export const setCodeMode = (tx: Tx, key: RecipientKey, mode: 'EMAIL' | 'SMS') =>
  recipientRow(tx, key).set({ code_mode: mode }).execute();

export const setOpened = (tx: Tx, key: RecipientKey, now: Date) =>
  recipientRow(tx, key)
    .set((is) => ({ first_opened_at: is.fn.coalesce('first_opened_at', is.val(now)), last_opened_at: now }))
    .execute();

/** False where it was read before. */
export async function setRead(tx: Tx, key: RecipientKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await recipientRow(tx, key)
    .set({ read_at: now })
    .where('read_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True for the first of all who open it. */
export async function setFirstOpened(tx: Tx, { safeId, shareId }: RecipientKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('shares')
    .set({ first_opened_at: now })
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .where('first_opened_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type NewVisit = RecipientKey & {
  visitId: string;
  linkId: string;
  proof: Visitor['proof'];
  emailTag: Buffer | null;
  phoneTag: Buffer | null;
  endsAt: Date;
};

export const insertVisit = (tx: Tx, visit: NewVisit) =>
  tx
    .insertInto('sharing_visits')
    .values({
      ...{ safe_id: visit.safeId, visit_id: visit.visitId, share_id: visit.shareId, recipient_id: visit.recipientId },
      ...{ link_id: visit.linkId, proof: visit.proof, email_tag: visit.emailTag, phone_tag: visit.phoneTag },
      ends_at: visit.endsAt,
    })
    .execute();

export const findVisit = (db: Db, safeId: string, visitId: string) =>
  db
    .selectFrom('sharing_visits')
    .select([
      'share_id as shareId',
      'recipient_id as recipientId',
      'link_id as linkId',
      'proof',
      'email_tag as emailTag',
      'phone_tag as phoneTag',
    ])
    .where('safe_id', '=', safeId)
    .where('visit_id', '=', visitId)
    .executeTakeFirst();

/** The shares, ended ones too, that what a visitor has proved opens. */
const openTo = (db: Db, visitor: Visitor) => {
  const joined = db
    .selectFrom('share_recipients as r')
    .innerJoin('shares as s', (join) =>
      join.onRef('s.safe_id', '=', 'r.safe_id').onRef('s.share_id', '=', 'r.share_id'),
    );
  if (visitor.proof === 'LINK')
    return joined.where('r.safe_id', '=', visitor.safeId).where('r.link_id', '=', visitor.linkId);
  const byEmail = joined.where('r.email_tag', '=', visitor.emailTag);
  return visitor.proof === 'EMAIL' ? byEmail : byEmail.where('r.phone_tag', '=', visitor.phoneTag);
};

const opened = [
  's.safe_id as safeId',
  's.share_id as shareId',
  's.state',
  's.sealed as sealedShare',
  's.created_at as createdAt',
  's.expires_at as expiresAt',
  'r.recipient_id as recipientId',
  'r.sealed as sealedRecipient',
  'r.first_opened_at as firstOpenedAt',
  'r.read_at as readAt',
] as const;

/** Those that live, the newest first. */
export const selectOpenTo = (db: Db, visitor: Visitor, page: Page) =>
  pageOf(db, visitor, page)
    .select([...opened, sql<number>`count(*) over ()::int`.as('rest')])
    .execute();

/** The same page, as the holders of what its shares hold. */
export const holdersOpenTo = (db: Db, visitor: Visitor, page: Page) =>
  sql`${pageOf(db, visitor, page).select(['s.safe_id', 's.share_id as holder_id'])}`;

function pageOf(db: Db, visitor: Visitor, { now, after, limit }: Page) {
  const living = openTo(db, visitor).where('s.state', '=', 'active').where('s.expires_at', '>', now);
  const rest = after ? living.where(sql<boolean>`s.share_id < ${after}::uuid`) : living;
  return rest.orderBy('s.share_id', 'desc').limit(limit);
}

type Page = { now: Date; after?: string | undefined; limit: number };

/** How many live. */
export async function countOpenTo(db: Db, visitor: Visitor, now: Date): Promise<number> {
  const { count } = await openTo(db, visitor)
    .where('s.state', '=', 'active')
    .where('s.expires_at', '>', now)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const findOpenTo = (db: Db, visitor: Visitor, shareId: string) =>
  openTo(db, visitor).where('s.share_id', '=', shareId).select(opened).executeTakeFirst();

export type OpenedRow = NonNullable<Awaited<ReturnType<typeof findOpenTo>>>;
