import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Visitor } from '../../../platform/http/actors.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';

// Statements at each step of a visit are written out: to build them anew took a quarter of the work of an opening.

type LinkRow = {
  shareId: string;
  mode: 'EMAIL' | 'LINK';
  state: Selectable<Tables['shares']>['state'];
  expiresAt: Date;
  sealedShare: Buffer;
  securityTag: Buffer | null;
  recipientId: string;
  sealedRecipient: Buffer;
  emailTag: Buffer | null;
  phoneTag: Buffer | null;
};

const recipientsOfShares = sql`
  share_recipients r join shares s on s.safe_id = r.safe_id and s.share_id = r.share_id`;

/** Finds what a link opens, ended or not. */
export async function findLink(db: Db, safeId: string, linkId: string): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    select s.share_id as "shareId", s.mode, s.state, s.expires_at as "expiresAt", s.sealed as "sealedShare",
      s.security_tag as "securityTag", r.recipient_id as "recipientId", r.sealed as "sealedRecipient",
      r.email_tag as "emailTag", r.phone_tag as "phoneTag"
    from ${recipientsOfShares} where r.safe_id = ${safeId} and r.link_id = ${linkId}`.execute(db);
  return rows[0];
}

type RecipientKey = { safeId: string; shareId: string; recipientId: string };

const recipientRow = (tx: Tx, { safeId, shareId, recipientId }: RecipientKey) =>
  tx
    .updateTable('share_recipients')
    .where('safe_id', '=', safeId)
    .where('share_id', '=', shareId)
    .where('recipient_id', '=', recipientId);

export const setOpened = (tx: Tx, key: RecipientKey, now: Date) =>
  recipientRow(tx, key)
    .set((is) => ({ first_opened_at: is.fn.coalesce('first_opened_at', is.val(now)), last_opened_at: now }))
    .execute();

/** False where it was opened before: of several at the same instant, one is the first. */
export async function takeOpening(tx: Tx, key: RecipientKey, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await recipientRow(tx, key)
    .set({ first_opened_at: now })
    .where('first_opened_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

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

type VisitRow = Pick<NewVisit, 'shareId' | 'recipientId' | 'linkId' | 'proof' | 'emailTag' | 'phoneTag'>;

export async function findVisit(db: Db, safeId: string, visitId: string): Promise<VisitRow | undefined> {
  const { rows } = await sql<VisitRow>`
    select share_id as "shareId", recipient_id as "recipientId", link_id as "linkId", proof,
      email_tag as "emailTag", phone_tag as "phoneTag"
    from sharing_visits where safe_id = ${safeId} and visit_id = ${visitId}`.execute(db);
  return rows[0];
}

/** The row is held until the transaction ends: two who record in it come one after the other. */
export const lockVisit = (tx: Tx, { safeId, visitId }: { safeId: string; visitId: string }) =>
  tx
    .selectFrom('sharing_visits')
    .select('visit_id')
    .where('safe_id', '=', safeId)
    .where('visit_id', '=', visitId)
    .forNoKeyUpdate()
    .execute();

/** The shares, ended ones too, that what a visitor has proved opens. */
const openTo = ({ safeId, linkId, proof, emailTag, phoneTag }: Visitor): RawBuilder<unknown> => {
  if (proof === 'LINK') return sql`r.safe_id = ${safeId} and r.link_id = ${linkId}`;
  const byEmail = sql`r.email_tag = ${emailTag}`;
  return proof === 'EMAIL' ? byEmail : sql`${byEmail} and r.phone_tag = ${phoneTag}`;
};

const livingAt = (now: Date): RawBuilder<unknown> => sql`s.state = 'active' and s.expires_at > ${now}`;

export type OpenedRow = {
  safeId: string;
  shareId: string;
  state: LinkRow['state'];
  sealedShare: Buffer;
  createdAt: Date;
  expiresAt: Date;
  recipientId: string;
  sealedRecipient: Buffer;
  firstOpenedAt: Date | null;
  readAt: Date | null;
};

const opened = sql`
  s.safe_id as "safeId", s.share_id as "shareId", s.state, s.sealed as "sealedShare", s.created_at as "createdAt",
  s.expires_at as "expiresAt", r.recipient_id as "recipientId", r.sealed as "sealedRecipient",
  r.first_opened_at as "firstOpenedAt", r.read_at as "readAt"`;

type Page = { now: Date; after?: string | undefined; limit: number };

const pageOf = (columns: RawBuilder<unknown>, visitor: Visitor, { now, after, limit }: Page) => sql`
  select ${columns} from ${recipientsOfShares} where ${openTo(visitor)} and ${livingAt(now)}
    ${after ? sql`and s.share_id < ${after}::uuid` : sql``}
  order by s.share_id desc limit ${limit}`;

/** Those that live, the newest first; `rest` is how many there are from the first of the page on. */
export async function selectOpenTo(db: Db, visitor: Visitor, page: Page): Promise<Array<OpenedRow & { rest: number }>> {
  const asked = pageOf(sql`${opened}, count(*) over ()::int as rest`, visitor, page);
  const { rows } = await asked.$castTo<OpenedRow & { rest: number }>().execute(db);
  return rows;
}

/** The same page, as the holders of what its shares hold. */
export const holdersOpenTo = (visitor: Visitor, page: Page): RawBuilder<unknown> =>
  pageOf(sql`s.safe_id, s.share_id as holder_id`, visitor, page);

/** How many live. */
export async function countOpenTo(db: Db, visitor: Visitor, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${recipientsOfShares}
    where ${openTo(visitor)} and ${livingAt(now)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The same share, as the holder of what it holds. */
export const holderOpenTo = (visitor: Visitor, shareId: string): RawBuilder<unknown> => sql`
  select s.safe_id, s.share_id as holder_id from ${recipientsOfShares}
  where ${openTo(visitor)} and s.share_id = ${shareId}`;

export async function findOpenTo(db: Db, visitor: Visitor, shareId: string): Promise<OpenedRow | undefined> {
  const { rows } = await sql<OpenedRow>`
    select ${opened} from ${recipientsOfShares} where ${openTo(visitor)} and s.share_id = ${shareId}`.execute(db);
  return rows[0];
}
