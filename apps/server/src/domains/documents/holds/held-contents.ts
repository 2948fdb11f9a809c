import type { RawBuilder } from 'kysely';
import { DomainError } from '../../../platform/domain-error.ts';
import { isId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { holdSafe } from '../arranging/arranging.store.ts';
import { removeObjectsLater } from '../safe/destroy-safe.ts';
import * as store from './held-contents.store.ts';
import { openStored } from '../download/read-content.ts';
import { openDocument, type DocumentSecrets } from '../record/sealed-document.ts';

export type { Holder, ListedHeld } from './held-contents.store.ts';

/** A content that a holder holds, opened. */
export type HeldDocument = store.HeldRow & { secrets: DocumentSecrets };

export const openHeld = <R extends Pick<store.ListedHeld, 'documentId' | 'sealed'>>(
  keys: SafeKeys,
  row: R,
): R & { secrets: DocumentSecrets } => ({
  ...row,
  secrets: openDocument(keys, row.documentId, row.sealed),
});

/**
 * Finds documents that a share is to hold, in the order asked, each once. The safe is held until the transaction
 * ends: nothing is destroyed meanwhile.
 * @throws {DomainError} DocumentNotFound for any that is not there, or in the trash
 */
export async function findHoldable(tx: Tx, safeId: string, documentIds: readonly string[]) {
  if (!documentIds.every(isId)) throw new DomainError('DocumentNotFound', { field: 'documents' });
  const ids = [...new Set(documentIds.map((id) => id.toLowerCase()))];
  const [, rows] = await Promise.all([holdSafe(tx, safeId), store.selectKept(tx, safeId, ids)]);
  const byId = new Map(rows.map((row) => [row.documentId, row]));
  return ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw new DomainError('DocumentNotFound', { field: 'documents' });
    return row;
  });
}

/** From now on they are readable until they are released, also once their owner has destroyed them. */
export const holdContents = (tx: Tx, holder: store.Holder, documentIds: readonly string[]): Promise<unknown> =>
  store.insertHolds(tx, holder, documentIds);

/** Ends a hold: what was destroyed meanwhile, and nothing else holds, is destroyed now. */
export async function releaseContents(tx: Tx, platform: Platform, holder: store.Holder): Promise<void> {
  await holdSafe(tx, holder.safeId);
  await removeObjectsLater(tx, platform, await store.releaseHolds(tx, holder, platform.clock.now()));
}

/** Forgets what a holder held, once it is released. */
export const forgetHold = (tx: Tx, holder: store.Holder): Promise<unknown> => store.deleteHolds(tx, holder);

export const listHeld = async (db: Db | Tx, holders: readonly store.Holder[]): Promise<store.ListedHeld[]> =>
  holders.length === 0 ? [] : store.selectHeld(db, store.namedHolders(holders));

/** The same of the holders that a query finds: its rows are `safe_id` and `holder_id`. */
export const listHeldBy = (db: Db | Tx, holders: RawBuilder<unknown>): Promise<store.ListedHeld[]> =>
  store.selectHeld(db, holders);

/**
 * Those of these that the holder holds which a query finds, `safe_id` and `holder_id`: fewer than asked where it does
 * not hold them all.
 */
export async function findHeldBy(
  db: Db,
  holder: RawBuilder<unknown>,
  documentIds: readonly string[],
): Promise<store.HeldRow[]> {
  const ids = [...new Set(documentIds.filter(isId).map((id) => id.toLowerCase()))];
  const byId = new Map((await store.selectHeldContents(db, holder, ids)).map((row) => [row.documentId, row]));
  return ids.map((id) => byId.get(id) ?? null).filter((row) => row !== null);
}

/** The holders of documents and of what is in folders. */
export const findHolders = (
  db: Db,
  safeId: string,
  { documents, folders }: { documents: readonly string[]; folders: readonly string[] },
) => store.selectHolders(db, safeId, { documentIds: documents.filter(isId), folderIds: folders.filter(isId) });

/** Any range of a held content, `to` excluded. */
export const openHeldContent = (
  platform: Platform,
  { keys, row }: { keys: SafeKeys; row: store.HeldRow },
  range: { from: number; to: number },
): AsyncGenerator<Buffer> => {
  const { safeId, documentId } = row;
  return openStored(platform, { row, contentOwner: { key: keys.contents, safeId, documentId } }, range);
};
