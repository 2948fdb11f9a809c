import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { isSystemError } from '../../../platform/system-error.ts';
import { UnknownSafe } from '../../../platform/sealing/vault.ts';

export type AccountRow = {
  safeId: string;
  emailTag: Buffer;
  sealedProfile: Buffer;
  passwordHash: string;
  emailVerifiedAt: Date | null;
  openedAt: Date;
};

/** False when the address has an account already. */
export async function insertAccount(tx: Tx, account: AccountRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('accounts')
    .values({
      safe_id: account.safeId,
      email_tag: account.emailTag,
      sealed_profile: account.sealedProfile,
      password_hash: account.passwordHash,
      email_verified_at: account.emailVerifiedAt,
      terms_accepted_at: account.openedAt,
      created_at: account.openedAt,
    })
    .onConflict((conflict) => conflict.column('email_tag').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const findByEmail = (db: Db | Tx, emailTag: Buffer) =>
  db
    .selectFrom('accounts')
    .select(['safe_id as safeId', 'password_hash as passwordHash', 'email_verified_at as emailVerifiedAt'])
    .select(['closes_at as closesAt', 'other_version as otherVersion', 'password_reset_required_at as resetRequiredAt'])
    .where('email_tag', '=', emailTag)
    .executeTakeFirst();

/** Tokens that replace a password, or an address, are measured against these. */
export const findCredentials = (db: Db | Tx, safeId: string) =>
  db
    .selectFrom('accounts')
    .select(['email_tag as emailTag', 'password_hash as passwordHash', 'email_verified_at as emailVerifiedAt'])
    .select('password_reset_required_at as resetRequiredAt')
    .where('safe_id', '=', safeId)
    .executeTakeFirst();

export const updatePassword = (tx: Tx, safeId: string, passwordHash: string) =>
  tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, password_reset_required_at: null })
    .where('safe_id', '=', safeId)
    .execute();

export type NewEmail = { emailTag: Buffer; emailVerifiedAt: Date | null; sealedProfile: Buffer };

/** False when the address has an account already; the transaction is of no use then. */
export async function updateEmail(tx: Tx, safeId: string, email: NewEmail): Promise<boolean> {
  try {
    await tx
      .updateTable('accounts')
      .set({
        email_tag: email.emailTag,
        email_verified_at: email.emailVerifiedAt,
        sealed_profile: email.sealedProfile,
      })
      .where('safe_id', '=', safeId)
      .execute();
    return true;
  } catch (error) {
    if (isSystemError(error, '23505')) return false;
    throw error;
  }
}

export async function findPasswordHash(db: Db | Tx, safeId: string): Promise<string | undefined> {
  const row = await db.selectFrom('accounts').select('password_hash').where('safe_id', '=', safeId).executeTakeFirst();
  return row?.password_hash;
}

/** Locked until the transaction ends: passwords of one account are judged one at a time. */
export const lockPassword = (tx: Tx, safeId: string) =>
  tx
    .selectFrom('accounts')
    .select(['password_hash as passwordHash', 'wrong_passwords as wrongPasswords', 'lock_told_at as toldAt'])
    .select('password_reset_required_at as resetRequiredAt')
    .where('safe_id', '=', safeId)
    .forUpdate()
    .executeTakeFirst();

/** The same, with the columns that decide whether its owner may sign in. */
export const lockAccount = (tx: Tx, safeId: string) =>
  tx
    .selectFrom('accounts')
    .select(['email_verified_at as emailVerifiedAt', 'closes_at as closesAt', 'other_version as otherVersion'])
    .where('safe_id', '=', safeId)
    .forUpdate()
    .executeTakeFirst();

export const setOtherVersion = (tx: Tx, safeId: string, otherVersion: boolean) =>
  tx.updateTable('accounts').set({ other_version: otherVersion }).where('safe_id', '=', safeId).execute();

export const findClosing = (db: Db | Tx, safeIds: readonly string[]) =>
  db
    .selectFrom('accounts')
    .select('safe_id')
    .where('safe_id', 'in', safeIds)
    .where('closes_at', 'is not', null)
    .executeTakeFirst();

/** With the room of the safe, so that the profile is one query. */
export const findProfile = (db: Db | Tx, safeId: string) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('safes as s', 's.safe_id', 'a.safe_id')
    .select(['a.sealed_profile as sealedProfile', 's.storage_used as used', 's.storage_limit as limit'])
    .where('a.safe_id', '=', safeId)
    .executeTakeFirst();

/** The columns by which an owner recognises a safe. */
export const findSummary = (db: Db | Tx, safeId: string) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('safes as s', 's.safe_id', 'a.safe_id')
    .select(['a.sealed_profile as sealedProfile', 'a.created_at as openedAt', 's.document_count as documentCount'])
    .where('a.safe_id', '=', safeId)
    .executeTakeFirst();

/** @throws {UnknownSafe} another safe has received this one, while its account was waited for */
export const lockProfile = (tx: Tx, safeId: string) =>
  tx
    .selectFrom('accounts')
    .select('sealed_profile as sealedProfile')
    .where('safe_id', '=', safeId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => new UnknownSafe('this safe has no owner any more'));

/** When an account was opened. */
export async function findOpenedAt(db: Db | Tx, safeId: string): Promise<Date> {
  const { openedAt } = await db
    .selectFrom('accounts')
    .select('created_at as openedAt')
    .where('safe_id', '=', safeId)
    .executeTakeFirstOrThrow(() => new UnknownSafe('this safe has no owner any more'));
  return openedAt;
}

export const updateProfile = (tx: Tx, safeId: string, sealedProfile: Buffer) =>
  tx.updateTable('accounts').set({ sealed_profile: sealedProfile }).where('safe_id', '=', safeId).execute();
