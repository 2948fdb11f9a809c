import type { Db, Tx } from '../../../platform/postgres/db.ts';

export type FactorKind = 'totp' | 'passkey';

export type FactorRow = {
  factorId: string;
  kind: FactorKind;
  sealed: Buffer;
  counter: number;
  addedAt: Date;
  lastUsedAt: Date | null;
};

/** The oldest first. */
export const listFactors = (db: Db | Tx, safeId: string): Promise<FactorRow[]> =>
  db
    .selectFrom('second_factors')
    .select(['factor_id as factorId', 'kind', 'sealed', 'counter'])
    .select(['added_at as addedAt', 'last_used_at as lastUsedAt'])
    .where('safe_id', '=', safeId)
    .orderBy('factor_id')
    .execute();

export type NewFactor = Omit<FactorRow, 'lastUsedAt'> & { safeId: string; credentialTag: Buffer | null };

export const insertFactor = (tx: Tx, { safeId, factorId, kind, sealed, counter, addedAt, credentialTag }: NewFactor) =>
  tx
    .insertInto('second_factors')
    .values({
      ...{ safe_id: safeId, factor_id: factorId, kind, sealed, counter },
      ...{ added_at: addedAt, credential_tag: credentialTag },
    })
    .execute();

type FactorKey = { safeId: string; factorId: string };

/** Returns the safe whose passkey this is; null for a passkey of nobody. */
export async function findPasskeySafe(db: Db | Tx, credentialTag: Buffer): Promise<string | null> {
  const row = await db
    .selectFrom('second_factors')
    .select('safe_id as safeId')
    .where('credential_tag', '=', credentialTag)
    .executeTakeFirst();
  return row?.safeId ?? null;
}

/** Keeps by what a passkey of an earlier release is found. */
export const keepCredentialTag = (tx: Tx, { safeId, factorId }: FactorKey, credentialTag: Buffer) =>
  tx
    .updateTable('second_factors')
    .set({ credential_tag: credentialTag })
    .where('safe_id', '=', safeId)
    .where('factor_id', '=', factorId)
    .where('credential_tag', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('second_factors as other').where('other.credential_tag', '=', credentialTag))),
    )
    .execute();

/** False where it has counted further already: what was given serves once. */
export async function countUse(tx: Tx, { safeId, factorId }: FactorKey, use: { counter: number; at: Date }) {
  const { numUpdatedRows } = await tx
    .updateTable('second_factors')
    .set({ counter: use.counter, last_used_at: use.at })
    .where('safe_id', '=', safeId)
    .where('factor_id', '=', factorId)
    // Passkeys that are kept in several places count nothing.
    .where(({ eb, or, and }) =>
      or([
        eb('counter', '<', use.counter),
        and([eb('kind', '=', 'passkey'), eb('counter', '=', 0), eb.lit(use.counter === 0)]),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export const updateSealed = (tx: Tx, { safeId, factorId }: FactorKey, sealed: Buffer) =>
  tx
    .updateTable('second_factors')
    .set({ sealed })
    .where('safe_id', '=', safeId)
    .where('factor_id', '=', factorId)
    .execute();

/** False where there is none. */
export async function deleteFactor(tx: Tx, safeId: string, which: { factorId: string } | { kind: 'totp' }) {
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('safe_id', '=', safeId)
    .where('kind', '=', 'kind' in which ? 'totp' : 'passkey')
    .$if('factorId' in which, (query) => query.where('factor_id', '=', 'factorId' in which ? which.factorId : ''))
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

/** False where none was added since. */
export async function deleteFactorsSince(tx: Tx, safeId: string, since: Date): Promise<boolean> {
  await tx.deleteFrom('unconfirmed_factors').where('safe_id', '=', safeId).execute();
  const { numDeletedRows } = await tx
    .deleteFrom('second_factors')
    .where('safe_id', '=', safeId)
    .where('added_at', '>=', since)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export type Unconfirmed = { safeId: string; kind: FactorKind; sealed: Buffer; expiresAt: Date };

/** The one before of that kind ends. */
export const replaceUnconfirmed = (tx: Tx | Db, { safeId, kind, sealed, expiresAt }: Unconfirmed) =>
  tx
    .insertInto('unconfirmed_factors')
    .values({ safe_id: safeId, kind, sealed, expires_at: expiresAt })
    .onConflict((conflict) => conflict.columns(['safe_id', 'kind']).doUpdateSet({ sealed, expires_at: expiresAt }))
    .execute();

/** Locked until the transaction ends: it is confirmed once. */
export const lockUnconfirmed = (tx: Tx, safeId: string, { kind, now }: { kind: FactorKind; now: Date }) =>
  tx
    .selectFrom('unconfirmed_factors')
    .select('sealed')
    .where('safe_id', '=', safeId)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();

export const deleteUnconfirmed = (tx: Tx, safeId: string, kind: FactorKind) =>
  tx.deleteFrom('unconfirmed_factors').where('safe_id', '=', safeId).where('kind', '=', kind).execute();

export const deleteUnconfirmedExpiredBefore = (db: Db, instant: Date) =>
  db.deleteFrom('unconfirmed_factors').where('expires_at', '<', instant).execute();
