import type { Db, Tx } from '../../../platform/postgres/db.ts';

/** The sealed picture of a document, once there is one. */
export async function selectThumbnail(db: Db, safeId: string, documentId: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('thumbnails')
    .select('sealed')
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row?.sealed ?? null;
}

type Looked = { safeId: string; documentId: string; sealed: Buffer | null };

/** False where the document is not in this safe any more. */
export async function storeThumbnail(tx: Tx, { safeId, documentId, sealed }: Looked): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set({ has_thumbnail: sealed !== null })
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  if (sealed)
    await tx
      .insertInto('thumbnails')
      .values({ safe_id: safeId, document_id: documentId, sealed })
      .onConflict((conflict) => conflict.columns(['safe_id', 'document_id']).doUpdateSet({ sealed }))
      .execute();
  return true;
}
