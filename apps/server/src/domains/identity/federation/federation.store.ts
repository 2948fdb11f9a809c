import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';

type Kept = { sealed: Buffer; expiresAt: Date };

type Attempt = AttemptKey & Kept & { clientTag: Buffer };

/** Deletes those that have expired, and adds one. False where the client has `most` already. */
export async function insertAttempt(db: Db, attempt: Attempt, { most, now }: { most: number; now: Date }) {
  const { stateTag, browserTag, clientTag, sealed, expiresAt } = attempt;
  const { rows } = await sql`
    with expired as (delete from federation_attempts where expires_at <= ${now})
    insert into federation_attempts (state_tag, browser_tag, client_tag, sealed, expires_at)
    select ${stateTag}::bytea, ${browserTag}::bytea, ${clientTag}::bytea, ${sealed}::bytea, ${expiresAt}::timestamptz
    where (select count(*) from federation_attempts where client_tag = ${clientTag} and expires_at > ${now}) < ${most}
    returning 1`.execute(db);
  return rows.length > 0;
}

type AttemptKey = { stateTag: Buffer; browserTag: Buffer };

/** If several answers come at the same instant, one finds it. */
export const takeAttempt = (db: Db, { stateTag, browserTag }: AttemptKey) =>
  db
    .deleteFrom('federation_attempts')
    .where('state_tag', '=', stateTag)
    .where('browser_tag', '=', browserTag)
    .returning(['sealed', 'expires_at as expiresAt', 'client_tag as clientTag'])
    .executeTakeFirst();

export type TakenAttempt = AttemptKey & Kept & { clientTag: Buffer | null };

export const giveAttemptBack = (db: Db, { stateTag, browserTag, clientTag, sealed, expiresAt }: TakenAttempt) =>
  db
    .insertInto('federation_attempts')
    .values({ state_tag: stateTag, browser_tag: browserTag, client_tag: clientTag, sealed, expires_at: expiresAt })
    .execute();

type Return = Kept & { browserTag: Buffer; identityTag: Buffer };

export const insertReturn = (db: Db, { browserTag, identityTag, sealed, expiresAt }: Return) =>
  db
    .insertInto('federation_returns')
    .values({ browser_tag: browserTag, identity_tag: identityTag, sealed, expires_at: expiresAt })
    .execute();

export const findReturn = (db: Db, browserTag: Buffer, now: Date) =>
  db
    .selectFrom('federation_returns')
    .select('sealed')
    .where('browser_tag', '=', browserTag)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export const deleteReturn = (tx: Db | Tx, browserTag: Buffer) =>
  tx.deleteFrom('federation_returns').where('browser_tag', '=', browserTag).execute();

/** In whatever browser the owner of that safe came back. */
export const deleteReturnsOf = (tx: Tx, safeId: string) =>
  tx
    .deleteFrom('federation_returns')
    .where('identity_tag', 'in', (from) =>
      from
        .selectFrom('federated_identities')
        .select('federated_identities.identity_tag')
        .where('federated_identities.safe_id', '=', safeId),
    )
    .execute();

export const insertNewcomer = (db: Db | Tx, { newcomerId, sealed, expiresAt }: Kept & { newcomerId: string }) =>
  db.insertInto('federation_newcomers').values({ newcomer_id: newcomerId, sealed, expires_at: expiresAt }).execute();

export const findNewcomer = (db: Db | Tx, newcomerId: string, now: Date) =>
  db
    .selectFrom('federation_newcomers')
    .select('sealed')
    .where('newcomer_id', '=', newcomerId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** False when another was faster. */
export async function deleteNewcomer(tx: Tx, newcomerId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('federation_newcomers')
    .where('newcomer_id', '=', newcomerId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** The account of an identity, with what judges a sign-in. */
export const findLinkedAccount = (db: Db | Tx, identityTag: Buffer) =>
  db
    .selectFrom('federated_identities as f')
    .innerJoin('accounts as a', 'a.safe_id', 'f.safe_id')
    .select(['a.safe_id as safeId', 'a.password_hash as passwordHash', 'a.email_verified_at as emailVerifiedAt'])
    .select(['a.closes_at as closesAt', 'a.other_version as otherVersion', 'a.sealed_profile as sealedProfile'])
    .where('f.identity_tag', '=', identityTag)
    .executeTakeFirst();

export type LinkedAccount = NonNullable<Awaited<ReturnType<typeof findLinkedAccount>>>;

export const isLinked = async (db: Db | Tx, safeId: string): Promise<boolean> =>
  (await db.selectFrom('federated_identities').select('safe_id').where('safe_id', '=', safeId).executeTakeFirst()) !==
  undefined;

export async function findSealedIdentity(tx: Tx, safeId: string): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('federated_identities')
    .select('sealed')
    .where('safe_id', '=', safeId)
    .executeTakeFirst();
  return row?.sealed;
}

type NewLink = { safeId: string; identityTag: Buffer; sealed: Buffer; linkedAt: Date };

/** False when the safe has an identity already, or the identity a safe. */
export async function insertLink(tx: Tx, { safeId, identityTag, sealed, linkedAt }: NewLink): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('federated_identities')
    .values({ safe_id: safeId, identity_tag: identityTag, sealed, linked_at: linkedAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** False when there was none. */
export async function deleteLink(tx: Tx, safeId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('federated_identities')
    .where('safe_id', '=', safeId)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** False when none was linked since. */
export async function deleteLinkSince(tx: Tx, safeId: string, since: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('federated_identities')
    .where('safe_id', '=', safeId)
    .where('linked_at', '>=', since)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

type SessionKey = { safeId: string; sessionId: string };
type NewSession = SessionKey & { sealedIdToken: Buffer; signedInAt: Date };

/** False, and nothing is kept, where that identity is not the safe's. */
export async function insertFederatedSession(
  tx: Tx,
  identityTag: Buffer,
  { safeId, sessionId, sealedIdToken, signedInAt }: NewSession,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('federated_sessions')
    .columns(['safe_id', 'session_id', 'sealed_id_token', 'signed_in_at'])
    .expression((from) =>
      from
        .selectFrom('federated_identities')
        .select((select) => [
          'safe_id',
          select.val(sessionId).$castTo<string>().as('session_id'),
          select.val(sealedIdToken).as('sealed_id_token'),
          select.val(signedInAt).as('signed_in_at'),
        ])
        .where('safe_id', '=', safeId)
        .where('identity_tag', '=', identityTag),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const findFederatedSession = (db: Db, { safeId, sessionId }: SessionKey) =>
  db
    .selectFrom('federated_sessions')
    .select(['sealed_id_token as sealedIdToken', 'signed_in_at as signedInAt'])
    .where('safe_id', '=', safeId)
    .where('session_id', '=', sessionId)
    .executeTakeFirst();

/** Deletes attempts and answers that nobody came back for. */
export async function deleteExpiredFederation(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('federation_attempts').where('expires_at', '<', now).execute();
  await db.deleteFrom('federation_returns').where('expires_at', '<', now).execute();
  await db.deleteFrom('federation_newcomers').where('expires_at', '<', now).execute();
}
