import type { createFolder as createEndpoint, patchFolder } from '@perenne/contract/arranging';
import type { Received } from '@perenne/contract/endpoint';
import type { Folder } from '@perenne/contract/places';
import type { Owner } from '../../../platform/http/actors.ts';
import { newId } from '../../../platform/identifiers.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { openText, sealValue } from '../../../platform/sealing/values.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { writeFolders, type FolderRow } from './arranging.store.ts';
import { moveFolders, requireFits, treeWith, type Tree } from './folder-tree.rules.ts';
import * as store from './folders.store.ts';
import { requireUnchanged } from '../record/formerly.rules.ts';
import { gather, hasCategory, ownerRecorder, requireKept, requirePlace, type AskedPlace } from './gather.ts';
import { countInFolder } from './place-counts.store.ts';
import { folderPlace, nameTag } from '../safe/safes.ts';

const nothing = { documents: [], folders: [] };

/** @throws {DomainError} CategoryNotFound, FolderNotFound, FolderAlreadyExists, InvalidMove beyond 10 levels */
export async function createFolder(
  platform: Platform,
  owner: Owner,
  asked: Received<typeof createEndpoint>['body'],
): Promise<Folder> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const to: AskedPlace = 'parentId' in asked ? { folderId: asked.parentId } : { categoryId: asked.categoryId };
  return platform.db.transaction().execute(async (tx) => {
    const [{ tree }, isCategoryThere] = await Promise.all([
      gather(tx, platform, { safeId, named: nothing, state: 'kept' }),
      hasCategory(tx, safeId, to),
    ]);
    const place = requirePlace(tree, to, isCategoryThere);
    const node = nameFolder(keys, asked.name, {
      ...{ folderId: newId(platform.clock), parentId: place.folderId, categoryId: place.categoryId },
      ...{ trashedAt: null, trashedWith: null },
    });
    requireFits(tree, node);
    await Promise.all([
      store.insertFolder(tx, {
        ...{ safe_id: safeId, folder_id: node.folderId, parent_id: node.parentId, category_id: node.categoryId },
        ...sealedName(node),
        created_at: platform.clock.now(),
      }),
      ...ownerRecorder(tx, platform, { owner, keys }).folders('folder.created', [node]),
    ]);
    return present(keys, node, 0);
  });
}

type Change = Received<typeof patchFolder>['body'];

/**
 * Renames a folder, moves it with all that it holds, or both.
 * @throws {DomainError} FolderNotFound, CategoryNotFound, FolderAlreadyExists, InvalidMove, ModifiedElsewhere
 */
export async function changeFolder(
  platform: Platform,
  owner: Owner,
  { folderId, change }: { folderId: string; change: Change },
): Promise<Folder> {
  const { safeId } = owner;
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const to = askedPlace(change);
  return platform.db.transaction().execute(async (tx) => {
    const [{ tree }, isCategoryThere] = await Promise.all([
      gather(tx, platform, { safeId, named: nothing, state: 'kept' }),
      hasCategory(tx, safeId, to),
    ]);
    const before = requireKept(tree, folderId);
    const name = openText(keys.values, folderPlace(before.folderId), before.sealedName);
    requireUnchanged({ name }, { formerly: change.formerly, asked: { name: change.name } });
    const named = change.name === undefined ? before : nameFolder(keys, change.name, before);
    const place = to && requirePlace(tree, to, isCategoryThere);
    const after = place ? { ...named, categoryId: place.categoryId, parentId: place.folderId } : named;
    await write(tx, platform, { owner, keys, tree, before, after });
    return present(keys, after, await countInFolder(tx, safeId, before.folderId));
  });
}

type Writing = { owner: Owner; keys: SafeKeys; tree: Tree<FolderRow>; before: FolderRow; after: FolderRow };

async function write(tx: Tx, platform: Platform, { owner, keys, tree, before, after }: Writing): Promise<void> {
  const { safeId } = owner;
  const { folderId } = before;
  const isMoved = after.parentId !== before.parentId || after.categoryId !== before.categoryId;
  const isRenamed = after.sealedName !== before.sealedName;
  const named = { ...before, nameKey: after.nameKey, sealedName: after.sealedName };
  const to = { categoryId: after.categoryId, folderId: after.parentId };
  const moved = isMoved ? moveFolders(treeWith(tree, [named]), [named], to) : [];
  if (!isMoved) requireFits(tree, after);
  const record = ownerRecorder(tx, platform, { owner, keys });
  await Promise.all([
    ...(isRenamed ? [store.renameFolder(tx, { safeId, folderId }, sealedName(after))] : []),
    ...(isMoved ? [writeFolders(tx, safeId, moved)] : []),
    ...(isRenamed ? record.folders('folder.renamed', [after]) : []),
    ...(isMoved ? record.folders('folder.moved', [after]) : []),
  ]);
}

function askedPlace({ categoryId, parentId }: Change): AskedPlace | undefined {
  if (parentId !== undefined) return { folderId: parentId };
  return categoryId === undefined ? undefined : { categoryId };
}

const nameFolder = (keys: SafeKeys, name: string, node: Omit<FolderRow, 'nameKey' | 'sealedName'>): FolderRow => ({
  ...node,
  nameKey: nameTag(keys, name).toString('hex'),
  sealedName: sealValue(keys.values, folderPlace(node.folderId), name),
});

const sealedName = ({ sealedName: sealed, nameKey }: FolderRow) => ({
  sealed_name: sealed,
  name_tag: Buffer.from(nameKey, 'hex'),
});

const present = ({ values }: SafeKeys, node: FolderRow, documentCount: number): Folder => ({
  id: node.folderId,
  name: openText(values, folderPlace(node.folderId), node.sealedName),
  categoryId: node.categoryId,
  parentId: node.parentId,
  documentCount,
});
