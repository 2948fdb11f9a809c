import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import { placeDocuments, writeFolders } from './arranging.store.ts';
import { moveFolders, type Destination } from './folder-tree.rules.ts';
import { requireUnchanged } from '../record/formerly.rules.ts';
import {
  gather,
  hasCategory,
  ownerRecorder,
  requirePlace,
  type AskedPlace,
  type Gathered,
  type Named,
} from './gather.ts';

/**
 * Moves documents, and folders with all that they hold: all of it, or nothing.
 * @throws {DomainError} DocumentNotFound, FolderNotFound, CategoryNotFound, InvalidMove, FolderAlreadyExists,
 * ModifiedElsewhere
 */
export async function moveSelection(
  platform: Platform,
  owner: Owner,
  asked: Named & { to: AskedPlace; formerly?: Readonly<Record<string, string>> | undefined },
): Promise<void> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  await platform.db.transaction().execute(async (tx) => {
    const [{ tree, ...found }, isCategoryThere] = await Promise.all([
      gather(tx, platform, { safeId, named: asked, state: 'kept', needsTree: 'folderId' in asked.to }),
      hasCategory(tx, safeId, asked.to),
    ]);
    const to = requirePlace(tree, asked.to, isCategoryThere);
    requirePlaces(found, to, asked.formerly);
    // Items that are there already stay, and are no move.
    const documents = found.documents.filter((row) => row.categoryId !== to.categoryId || row.folderId !== to.folderId);
    const folders = found.folders.filter((row) => row.categoryId !== to.categoryId || row.parentId !== to.folderId);
    const moved = moveFolders(tree, folders, to);
    const record = ownerRecorder(tx, platform, { owner, keys });
    await Promise.all([
      ...(documents.length > 0
        ? [placeDocuments(tx, safeId, { documentIds: documents.map(({ documentId }) => documentId), to })]
        : []),
      ...(moved.length > 0 ? [writeFolders(tx, safeId, moved)] : []),
      ...record.documents('document.moved', documents),
      ...record.folders('folder.moved', folders),
    ]);
  });
}

/** Refuses to move what another window has moved since. @throws {DomainError} ModifiedElsewhere */
function requirePlaces(
  { documents, folders }: Pick<Gathered, 'documents' | 'folders'>,
  to: Destination,
  formerly: Readonly<Record<string, string>> = {},
): void {
  const places = [
    ...documents.map((row): [string, string | null] => [row.documentId, row.folderId ?? row.categoryId]),
    ...folders.map((row): [string, string | null] => [row.folderId, row.parentId ?? row.categoryId]),
  ];
  const asked = to.folderId ?? to.categoryId;
  for (const [id, place] of places) {
    const seen = formerly[id];
    if (seen !== undefined) requireUnchanged({ [id]: place }, { formerly: { [id]: seen }, asked: { [id]: asked } });
  }
}
