import { employerTypes } from '@perenne/contract/documents';
import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { isId } from '../../../platform/identifiers.ts';
import { appendJournal, type JournalActor, type NewEntry } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { openText } from '../../../platform/sealing/values.ts';
import * as store from './arranging.store.ts';
import { outermost, treeOf, wholeOf, type Destination, type Tree } from './folder-tree.rules.ts';
import { findCategory } from './places.store.ts';
import { folderPlace } from '../safe/safes.ts';
import { openOrNull, typeTag } from '../record/sealed-document.ts';
import { isInTrash } from '../record/trash.rules.ts';

/** Documents and folders of a safe, by identifier. */
export type Named = { documents: readonly string[]; folders: readonly string[] };
export type AskedPlace = { categoryId: string } | { folderId: string };

/** The named items, as they are while the safe is held. Documents that go with a folder are not among them. */
export type Gathered = {
  documents: store.ArrangedRow[];
  folders: store.FolderRow[];
  tree: Tree<store.FolderRow>;
};

/** Without a folder among what is named, and none to go to, the tree is not needed. */
type Wanted = { safeId: string; named: Named; state: 'kept' | 'trashed'; needsTree?: boolean };

/**
 * Holds the safe and finds what is named in it, each once.
 * @throws {DomainError} DocumentNotFound, FolderNotFound where any of it is not there in that state
 */
export async function gather(tx: Tx, platform: Platform, wanted: Wanted): Promise<Gathered> {
  const { safeId, named, state, needsTree = true } = wanted;
  const documentIds = distinct(named.documents, 'DocumentNotFound');
  const folderIds = distinct(named.folders, 'FolderNotFound');
  const [, documents, nodes] = await Promise.all([
    store.holdSafe(tx, safeId),
    documentIds.length === 0 ? [] : store.selectDocuments(tx, safeId, documentIds),
    needsTree || folderIds.length > 0 ? store.selectFolders(tx, safeId) : [],
  ]);
  const now = platform.clock.now();
  const isThere = ({ trashedAt }: { trashedAt: Date | null }) =>
    state === 'kept' ? trashedAt === null : isInTrash(trashedAt, now);
  const tree = treeOf(nodes);
  if (documents.length < documentIds.length || !documents.every(isThere)) throw new DomainError('DocumentNotFound');
  const folders = outermost(
    tree,
    folderIds.map((id) => requireNode(tree, id, isThere)),
  );
  return { documents: withoutInside(documents, tree, folders), folders, tree };
}

function distinct(ids: readonly string[], code: 'DocumentNotFound' | 'FolderNotFound'): string[] {
  if (!ids.every(isId)) throw new DomainError(code);
  return [...new Set(ids.map((id) => id.toLowerCase()))];
}

function requireNode(
  tree: Tree<store.FolderRow>,
  folderId: string,
  isThere: (node: store.FolderRow) => boolean,
): store.FolderRow {
  const node = tree.nodes.get(folderId);
  if (!node || !isThere(node)) throw new DomainError('FolderNotFound');
  return node;
}

function withoutInside(documents: store.ArrangedRow[], tree: Tree<store.FolderRow>, folders: store.FolderRow[]) {
  const lots = new Map(folders.flatMap((node) => wholeOf(tree, node)).map((node) => [node.folderId, node.trashedWith]));
  return documents.filter(({ folderId, trashedWith }) => folderId === null || lots.get(folderId) !== trashedWith);
}

/** A kept folder. @throws {DomainError} FolderNotFound */
export const requireKept = (tree: Tree<store.FolderRow>, folderId: string): store.FolderRow =>
  requireNode(tree, folderId.toLowerCase(), ({ trashedWith }) => trashedWith === null);

/** To be asked for together with `gather`, which holds the safe first. @returns whether there is such a category */
export async function hasCategory(tx: Tx, safeId: string, to: AskedPlace | undefined): Promise<boolean> {
  if (!to || !('categoryId' in to)) return true;
  return isId(to.categoryId) && (await findCategory(tx, safeId, to.categoryId)) !== undefined;
}

/** @throws {DomainError} FolderNotFound, CategoryNotFound */
export function requirePlace(tree: Tree<store.FolderRow>, to: AskedPlace, isCategoryThere: boolean): Destination {
  if (!isCategoryThere) throw new DomainError('CategoryNotFound');
  if ('categoryId' in to) return { categoryId: to.categoryId.toLowerCase(), folderId: null };
  const { folderId, categoryId } = requireKept(tree, to.folderId);
  return { categoryId, folderId };
}

/** The tags of payslips and exit documents, which are originals. */
export const originalTags = (keys: SafeKeys): Buffer[] => employerTypes.map((type) => typeTag(keys, type));

type Recording = { keys: SafeKeys; safeId: string; actor: JournalActor; address?: string };

/** Writes the entries of what happened to documents and folders, named as they are called. */
export function recorderOf(tx: Tx, platform: Platform, { keys, safeId, actor, address }: Recording) {
  const record = (action: NewEntry['action'], objectId: string, title: string | undefined) =>
    appendJournal(tx, platform, {
      ...{ safeId, actor, action, objectId },
      details: { ...(title !== undefined && { title }), ...(address !== undefined && { address }) },
    });
  return {
    documents: (action: NewEntry['action'], rows: ReadonlyArray<Pick<store.ArrangedRow, 'documentId' | 'sealed'>>) =>
      // A row that cannot be opened is moved and destroyed as others are: its entry has no title.
      rows.map((row) => record(action, row.documentId, openOrNull(keys, row)?.title)),
    folders: (action: NewEntry['action'], rows: ReadonlyArray<Pick<store.FolderRow, 'folderId' | 'sealedName'>>) =>
      rows.map((row) => record(action, row.folderId, openText(keys.values, folderPlace(row.folderId), row.sealedName))),
  };
}

/** The recorder of what an owner does. */
export const ownerRecorder = (tx: Tx, platform: Platform, { owner, keys }: { owner: Owner; keys: SafeKeys }) =>
  recorderOf(tx, platform, { keys, safeId: owner.safeId, actor: { kind: 'owner' }, address: owner.address });
