import type { DocumentType } from '@perenne/contract/documents';
import { DomainError, InvalidRequest } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import { isId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { categoryKindOf } from '../record/documents.rules.ts';
import { holdSafe } from './arranging.store.ts';
import { findCategory, findFolder, findPlace, type CandidatePlace, type Place } from './places.store.ts';

type AskedPlace = { categoryId?: string | undefined; folderId?: string | undefined };

/** Counting and listing are functions of a safe: the journal holds them (NF Z42-020). */
export const recordListing = (platform: Platform, { safeId, address }: Owner) =>
  appendJournal(platform.relaxedDb, platform, {
    ...{ safeId, actor: { kind: 'owner' }, action: 'document.listed' },
    details: { address },
  });

/**
 * Chooses a document's place, which stays until the transaction ends.
 * @throws {DomainError} as `requirePlace` does
 */
export async function choosePlace(
  tx: Tx,
  { safeId, type }: { safeId: string; type: DocumentType },
  asked: AskedPlace = {},
): Promise<Place> {
  const candidate = candidateOf(type, asked);
  const [, place] = await Promise.all([holdSafe(tx, safeId), findPlace(tx, safeId, [candidate])]);
  if (place) return place;
  await requirePlace(tx, safeId, asked);
  throw new DomainError('CategoryNotFound');
}

/**
 * The folder, or the category, or the one that fits the type.
 * @throws {DomainError} as `requirePlace` does for what is no identifier
 */
export function candidateOf(type: DocumentType, { folderId, categoryId }: AskedPlace = {}): CandidatePlace {
  if (folderId !== undefined && !isId(folderId)) throw folderNotFound();
  if (categoryId !== undefined && !isId(categoryId)) throw folderId === undefined ? categoryNotFound() : disagreement();
  if (folderId !== undefined) return { folderId, ...(categoryId !== undefined && { categoryId }) };
  return categoryId === undefined ? { kind: categoryKindOf(type) } : { categoryId };
}

/** @throws {DomainError} FolderNotFound, CategoryNotFound; InvalidRequest for a folder of another category */
export async function requirePlace(db: Db | Tx, safeId: string, { folderId, categoryId }: AskedPlace): Promise<void> {
  if (folderId === undefined) {
    if (categoryId !== undefined) await requireCategory(db, safeId, categoryId);
    return;
  }
  const folder = await requireFolder(db, safeId, folderId);
  // A folder says its category: one that is named beside it is the same.
  if (categoryId === undefined || categoryId.toLowerCase() === folder.categoryId) return;
  throw disagreement();
}

/** @throws {DomainError} FolderNotFound */
export async function requireFolder(db: Db | Tx, safeId: string, folderId: string): Promise<Place> {
  const folder = isId(folderId) ? await findFolder(db, safeId, folderId) : undefined;
  if (!folder) throw folderNotFound();
  return folder;
}

/** @throws {DomainError} CategoryNotFound */
export async function requireCategory(db: Db | Tx, safeId: string, categoryId: string): Promise<void> {
  const category = isId(categoryId) ? await findCategory(db, safeId, categoryId) : undefined;
  if (!category) throw categoryNotFound();
}

const folderNotFound = () => new DomainError('FolderNotFound', { field: 'folderId' });
const categoryNotFound = () => new DomainError('CategoryNotFound', { field: 'categoryId' });
const disagreement = () => new InvalidRequest([{ field: 'categoryId', rule: 'value' }]);
