import type { DocumentType } from '@perenne/contract/documents';
import { DomainError, InvalidRequest } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { isId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { categoryKindOf } from '../record/documents.rules.ts';
import { holdSafe } from './arranging.store.ts';
import { findCategory, findFolder, listKinds } from './places.store.ts';

export type Place = { categoryId: string; folderId: string | null };
type AskedPlace = { categoryId?: string | undefined; folderId?: string | undefined };

/** Counting and listing are functions of a safe: the journal holds them (NF Z42-020). */
export const recordListing = (platform: Platform, { safeId, address }: Owner) =>
  appendJournal(platform.relaxedDb, platform, {
    ...{ safeId, actor: { kind: 'owner' }, action: 'document.listed' },
    details: { address },
  });

/**
 * Chooses a document's place: the folder, or the category, or the one that fits its type. The place stays until the
 * transaction ends.
 * @throws {DomainError} FolderNotFound, CategoryNotFound; InvalidRequest for a folder of another category
 */
export async function choosePlace(
  tx: Tx,
  { safeId, type }: { safeId: string; type: DocumentType },
  asked: AskedPlace = {},
): Promise<Place> {
  const held = holdSafe(tx, safeId);
  if (asked.folderId !== undefined) {
    const [folder] = await Promise.all([requireFolder(tx, safeId, asked.folderId), held]);
    return requireAgreement(folder, asked.categoryId);
  }
  if (asked.categoryId !== undefined) {
    await Promise.all([requireCategory(tx, safeId, asked.categoryId), held]);
    return { categoryId: asked.categoryId.toLowerCase(), folderId: null };
  }
  const [kinds] = await Promise.all([listKinds(tx, safeId), held]);
  const fitting = kinds.find(({ kind }) => kind === categoryKindOf(type)) ?? kinds[0];
  if (!fitting) throw new DomainError('CategoryNotFound');
  return { categoryId: fitting.categoryId, folderId: null };
}

/** A folder says its category: one that is named beside it is the same. @throws {InvalidRequest} */
function requireAgreement(folder: Place, categoryId: string | undefined): Place {
  if (categoryId === undefined || categoryId.toLowerCase() === folder.categoryId) return folder;
  throw new InvalidRequest([{ field: 'categoryId', rule: 'value' }]);
}

/** @throws {DomainError} FolderNotFound */
export async function requireFolder(db: Db | Tx, safeId: string, folderId: string): Promise<Place> {
  const folder = isId(folderId) ? await findFolder(db, safeId, folderId) : undefined;
  if (!folder) throw new DomainError('FolderNotFound', { field: 'folderId' });
  return folder;
}

/** @throws {DomainError} CategoryNotFound */
export async function requireCategory(db: Db | Tx, safeId: string, categoryId: string): Promise<void> {
  const category = isId(categoryId) ? await findCategory(db, safeId, categoryId) : undefined;
  if (!category) throw new DomainError('CategoryNotFound', { field: 'categoryId' });
}
