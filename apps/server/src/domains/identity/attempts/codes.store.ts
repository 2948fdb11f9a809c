import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { GuardKey } from './guards.store.ts';

export type KeptCode = { codeTag: Buffer; sealedSubject: Buffer; expiresAt: Date };

/** A new code takes the place of the one before. */
export const replaceCode = (tx: Tx, { purpose, ownerTag }: GuardKey, { codeTag, sealedSubject, expiresAt }: KeptCode) =>
  tx
    .insertInto('verification_codes')
    .values({
      owner_tag: ownerTag,
      purpose,
      code_tag: codeTag,
      sealed_subject: sealedSubject,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['owner_tag', 'purpose'])
        .doUpdateSet({ code_tag: codeTag, sealed_subject: sealedSubject, expires_at: expiresAt }),
    )
    .execute();

export const findCode = (db: Db | Tx, { purpose, ownerTag }: GuardKey): Promise<KeptCode | undefined> =>
  db
    .selectFrom('verification_codes')
    .select(['code_tag as codeTag', 'sealed_subject as sealedSubject', 'expires_at as expiresAt'])
    .where('owner_tag', '=', ownerTag)
    .where('purpose', '=', purpose)
    .executeTakeFirst();

/** False where there was none. */
export async function deleteCode(tx: Tx, { purpose, ownerTag }: GuardKey): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('verification_codes')
    .where('owner_tag', '=', ownerTag)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export const deleteCodesExpiredBefore = (db: Db, instant: Date) =>
  db.deleteFrom('verification_codes').where('expires_at', '<', instant).execute();
