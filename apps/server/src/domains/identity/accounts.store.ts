import type { Db, Tx } from '../../platform/postgres/db.ts';

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
    .where('email_tag', '=', emailTag)
    .executeTakeFirst();

export async function findPasswordHash(db: Db | Tx, safeId: string): Promise<string | undefined> {
  const row = await db.selectFrom('accounts').select('password_hash').where('safe_id', '=', safeId).executeTakeFirst();
  return row?.password_hash;
}

/** Locked until the transaction ends: passwords of one account are judged one at a time. */
export const lockPassword = (tx: Tx, safeId: string) =>
  tx
    .selectFrom('accounts')
    .select(['password_hash as passwordHash', 'wrong_passwords as wrongPasswords'])
    .where('safe_id', '=', safeId)
    .forUpdate()
    .executeTakeFirst();

export const updateWrongPasswords = (tx: Tx, safeId: string, wrongPasswords: number) =>
  tx.updateTable('accounts').set({ wrong_passwords: wrongPasswords }).where('safe_id', '=', safeId).execute();

/** With the room of the safe, so that the profile is one query. */
export const findProfile = (db: Db | Tx, safeId: string) =>
  db
    .selectFrom('accounts as a')
    .innerJoin('safes as s', 's.safe_id', 'a.safe_id')
    .select(['a.sealed_profile as sealedProfile', 's.storage_used as used', 's.storage_limit as limit'])
    .where('a.safe_id', '=', safeId)
    .executeTakeFirst();

export const lockProfile = (tx: Tx, safeId: string) =>
  tx
    .selectFrom('accounts')
    .select('sealed_profile as sealedProfile')
    .where('safe_id', '=', safeId)
    .forUpdate()
    .executeTakeFirstOrThrow();

export const updateProfile = (tx: Tx, safeId: string, sealedProfile: Buffer) =>
  tx.updateTable('accounts').set({ sealed_profile: sealedProfile }).where('safe_id', '=', safeId).execute();
