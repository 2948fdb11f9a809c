import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import * as store from './arranging.store.ts';
import { queueReadings } from '../extraction/reading-turns/reading-turns.ts';
import { formerPlace, restoreFolders, trashFolders, treeWith, wholeOf } from './folder-tree.rules.ts';
import {
  gather,
  hasCategory,
  originalTags,
  ownerRecorder,
  requirePlace,
  type AskedPlace,
  type Gathered,
  type Named,
} from './gather.ts';

type Deletion = Named & { acknowledged?: boolean | undefined };

/**
 * Puts documents, and folders whole, into the trash: all of it, or nothing.
 * @throws {DomainError} DocumentNotFound, FolderNotFound, AcknowledgementRequired for payslips and exit documents
 */
export async function trashSelection(platform: Platform, owner: Owner, asked: Deletion): Promise<void> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  await platform.db.transaction().execute(async (tx) => {
    const wanted = { safeId, named: asked, state: 'kept', needsTree: false } as const;
    const { documents, folders, tree } = await gather(tx, platform, wanted);
    const now = platform.clock.now();
    const trashed = trashFolders(tree, folders, now);
    const holding = { keys, safeId, documents, folderIds: trashed.map(({ folderId }) => folderId) };
    if (asked.acknowledged !== true && (await holdsOriginals(tx, holding)))
      throw new DomainError('AcknowledgementRequired');
    const documentIds = documents.map(({ documentId }) => documentId);
    const record = ownerRecorder(tx, platform, { owner, keys });
    await Promise.all([
      store.trashDocuments(tx, safeId, { documentIds, folders: trashed, now }),
      ...(trashed.length > 0 ? [store.writeFolders(tx, safeId, trashed)] : []),
      ...record.documents('document.trashed', documents),
      ...record.folders('folder.trashed', folders),
    ]);
  });
}

const atATime = 500;

/** Puts documents that are kept into the trash, for their owner. The safe is held. */
export async function putIntoTrash(
  tx: Tx,
  platform: Platform,
  { owner, documentIds }: { owner: Owner; documentIds: readonly string[] },
): Promise<void> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner', tx);
  const now = platform.clock.now();
  const record = ownerRecorder(tx, platform, { owner, keys });
  for (let at = 0; at < documentIds.length; at += atATime) {
    const documents = await store.selectDocuments(tx, safeId, documentIds.slice(at, at + atATime));
    const ids = documents.map(({ documentId }) => documentId);
    await store.trashDocuments(tx, safeId, { documentIds: ids, folders: [], now });
    await Promise.all(record.documents('document.trashed', documents));
  }
}

type Holding = { keys: SafeKeys; safeId: string; documents: store.ArrangedRow[]; folderIds: string[] };

async function holdsOriginals(tx: Tx, { keys, safeId, documents, folderIds }: Holding): Promise<boolean> {
  const tags = originalTags(keys);
  if (documents.some(({ typeTag }) => tags.some((tag) => tag.equals(typeTag)))) return true;
  return folderIds.length > 0 && (await store.holdsTypes(tx, safeId, { folderIds, tags })) !== undefined;
}

/**
 * Takes documents, and folders whole, out of the trash: to a place, or each to where it was, which is the
 * root of its category where its folder is no longer there. All of it, or nothing.
 * @throws {DomainError} DocumentNotFound, FolderNotFound, CategoryNotFound, InvalidMove, FolderAlreadyExists
 */
export async function restoreSelection(
  platform: Platform,
  owner: Owner,
  asked: Named & { to?: AskedPlace | undefined },
): Promise<void> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  await platform.db.transaction().execute(async (tx) => {
    const [found, isCategoryThere] = await Promise.all([
      gather(tx, platform, { safeId, named: asked, state: 'trashed' }),
      hasCategory(tx, safeId, asked.to),
    ]);
    const folders = found.folders.flatMap((node) => wholeOf(found.tree, node));
    const inside = await store.selectInside(tx, safeId, folders);
    const to = asked.to && requirePlace(found.tree, asked.to, isCategoryThere);
    const restored = restoreFolders(found.tree, found.folders, to);
    const places = placesOf(found, { restored, to });
    const record = ownerRecorder(tx, platform, { owner, keys });
    await Promise.all([
      store.restoreDocuments(tx, safeId, { documents: places, folders }),
      ...(restored.length > 0 ? [store.writeFolders(tx, safeId, restored)] : []),
      ...record.documents('document.restored', found.documents),
      ...record.folders('folder.restored', found.folders),
    ]);
    // In the trash nothing was made for them.
    const documentIds = [...found.documents, ...inside].map(({ documentId }) => documentId);
    await queueReadings(tx, platform, { safeId, documentIds });
  });
}

type Restoring = { restored: store.FolderRow[]; to: ReturnType<typeof requirePlace> | undefined };

/** The place of each document once the folders are back. */
function placesOf({ documents, tree }: Gathered, { restored, to }: Restoring) {
  const after = treeWith(tree, restored);
  return documents.map(({ documentId, categoryId, folderId }) => ({
    documentId,
    ...(to ?? formerPlace(after, { categoryId: categoryId ?? '', parentId: folderId })),
  }));
}
