import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/postgres/db.ts';

type Asked = { safeId: string; askedByTag: Buffer; codeTag: Buffer; now: Date };

/** A removal that is confirmed already stays as it is: false. One that was only asked for is replaced. */
export async function insertRemoval(tx: Tx, { safeId, askedByTag, codeTag, now }: Asked): Promise<boolean> {
  const { rows } = await sql`
    insert into factor_removals (safe_id, asked_by_tag, code_tag, asked_at)
    values (${safeId}, ${askedByTag}, ${codeTag}, ${now})
    on conflict (safe_id) do update
    set asked_by_tag = excluded.asked_by_tag, code_tag = excluded.code_tag, asked_at = excluded.asked_at, wrong_codes = 0
    where factor_removals.confirmed_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** The row is held until the transaction ends. */
export const lockAsked = (tx: Tx, safeId: string, askedAfter: Date) =>
  tx
    .selectFrom('factor_removals')
    .select(['asked_by_tag as askedByTag', 'code_tag as codeTag', 'wrong_codes as wrongCodes'])
    .where('safe_id', '=', safeId)
    .where('confirmed_at', 'is', null)
    .where('asked_at', '>', askedAfter)
    .forUpdate()
    .executeTakeFirst();

export const countWrongCode = (tx: Tx, safeId: string) =>
  tx
    .updateTable('factor_removals')
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where('safe_id', '=', safeId)
    .execute();

export const setConfirmed = (tx: Tx, safeId: string, now: Date) =>
  tx.updateTable('factor_removals').set({ confirmed_at: now }).where('safe_id', '=', safeId).execute();

/** Removals that are confirmed and not yet announced to their owner. */
export const selectUnannounced = (db: Db) =>
  db
    .selectFrom('factor_removals')
    .select('safe_id as safeId')
    .where('confirmed_at', 'is not', null)
    .where('effective_at', 'is', null)
    .execute();

type Announced = { tokenTag: Buffer; effectiveAt: Date };

/** False if it was cancelled, or is announced already. */
export async function setAnnounced(tx: Tx, safeId: string, { tokenTag, effectiveAt }: Announced): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('factor_removals')
    .set({ token_tag: tokenTag, effective_at: effectiveAt })
    .where('safe_id', '=', safeId)
    .where('confirmed_at', 'is not', null)
    .where('effective_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const selectEffective = (db: Db, now: Date) =>
  db
    .selectFrom('factor_removals')
    .select('safe_id as safeId')
    .where('confirmed_at', 'is not', null)
    .where('effective_at', '<=', now)
    .execute();

/** False where it was cancelled meanwhile. */
export async function takeEffective(tx: Tx, safeId: string, now: Date): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('factor_removals')
    .where('safe_id', '=', safeId)
    .where('confirmed_at', 'is not', null)
    .where('effective_at', '<=', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Found by its token, whichever the safe; undefined once it has taken effect. */
export const takeByToken = (tx: Tx, tokenTag: Buffer, now: Date) =>
  tx
    .deleteFrom('factor_removals')
    .where('token_tag', '=', tokenTag)
    .where('effective_at', '>', now)
    .returning('safe_id as safeId')
    .executeTakeFirst();
