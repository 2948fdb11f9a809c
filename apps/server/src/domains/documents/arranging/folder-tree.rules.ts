import { limits } from '@perenne/contract/fields';
import { DomainError } from '../../../platform/domain-error.ts';

/** A folder among the others of its safe. */
export type FolderNode = {
  folderId: string;
  parentId: string | null;
  categoryId: string;
  /** The same for names that are the same. */
  nameKey: string;
  trashedAt: Date | null;
  /** The folder that it went into the trash with, perhaps itself; null while it is kept. */
  trashedWith: string | null;
};

export type Tree<N extends FolderNode> = {
  nodes: ReadonlyMap<string, N>;
  children: ReadonlyMap<string | null, readonly N[]>;
};

/** The root of a category, or a folder in it. */
export type Destination = { categoryId: string; folderId: string | null };

export const treeOf = <N extends FolderNode>(nodes: Iterable<N>): Tree<N> => {
  const all = [...nodes];
  return {
    nodes: new Map(all.map((node) => [node.folderId, node])),
    children: Map.groupBy(all, ({ parentId }) => parentId),
  };
};

/** The tree once these have changed. */
export const treeWith = <N extends FolderNode>(tree: Tree<N>, changed: Iterable<N>): Tree<N> => {
  const nodes = new Map(tree.nodes);
  for (const node of changed) nodes.set(node.folderId, node);
  return treeOf(nodes.values());
};

/** The folder, then all that is below it, in the trash or not. */
const branchOf = <N extends FolderNode>(tree: Tree<N>, node: N): N[] => [
  node,
  ...(tree.children.get(node.folderId) ?? []).flatMap((child) => branchOf(tree, child)),
];

/** The folder, then what is below it and shares its lot: kept like it, or in the trash with it. */
export const wholeOf = <N extends FolderNode>(tree: Tree<N>, node: N): N[] => [
  node,
  ...(tree.children.get(node.folderId) ?? [])
    .filter(({ trashedWith }) => trashedWith === node.trashedWith)
    .flatMap((child) => wholeOf(tree, child)),
];

/** Drops the named folders that go with another one. */
export function outermost<N extends FolderNode>(tree: Tree<N>, named: readonly N[]): N[] {
  const inside = new Set(named.flatMap((node) => wholeOf(tree, node).slice(1)));
  return named.filter((node) => !inside.has(node));
}

/** 1 in the root of a category. One more than may be is as far as it counts, so that a circle ends too. */
function levelOf<N extends FolderNode>(tree: Tree<N>, node: N): number {
  let level = 1;
  let above = node.parentId;
  while (above !== null && level <= limits.folderDepth) {
    level += 1;
    above = tree.nodes.get(above)?.parentId ?? null;
  }
  return level;
}

/** @throws {DomainError} InvalidMove for what is too deep or inside itself, FolderAlreadyExists for a taken name */
function requireSound<N extends FolderNode>(tree: Tree<N>, changed: readonly N[]): void {
  const kept = changed.filter(({ trashedWith }) => trashedWith === null);
  if (kept.some((node) => levelOf(tree, node) > limits.folderDepth)) throw new DomainError('InvalidMove');
  const isTaken = ({ folderId, parentId, categoryId, nameKey }: N): boolean =>
    (tree.children.get(parentId) ?? []).some(
      (other) =>
        other.folderId !== folderId &&
        other.trashedWith === null &&
        other.categoryId === categoryId &&
        other.nameKey === nameKey,
    );
  if (kept.some(isTaken)) throw new DomainError('FolderAlreadyExists');
}

const relocated = <N extends FolderNode>(tree: Tree<N>, node: N, { categoryId, folderId }: Destination): N[] =>
  branchOf(tree, node).map((each) => ({ ...each, categoryId, ...(each === node && { parentId: folderId }) }));

/** A folder that is new, or has a new name. @throws {DomainError} as `moveFolders` */
export const requireFits = <N extends FolderNode>(tree: Tree<N>, node: N): void =>
  requireSound(treeWith(tree, [node]), [node]);

/**
 * The folders, and those below them, as they are after the move.
 * @throws {DomainError} InvalidMove, FolderAlreadyExists
 */
export function moveFolders<N extends FolderNode>(tree: Tree<N>, moved: readonly N[], to: Destination): N[] {
  const changed = moved.flatMap((node) => relocated(tree, node, to));
  requireSound(treeWith(tree, changed), changed);
  return changed;
}

export const trashFolders = <N extends FolderNode>(tree: Tree<N>, named: readonly N[], now: Date): N[] =>
  named.flatMap((node) => wholeOf(tree, node).map((each) => ({ ...each, trashedAt: now, trashedWith: node.folderId })));

/**
 * A category that ends: its folders, which hold no document any more, go into the trash, each whole, and what
 * is there already stays. All of them have another category to go back to.
 */
export function leaveCategory<N extends FolderNode>(
  tree: Tree<N>,
  { from, to, now }: { from: string; to: string; now: Date },
): { left: N[]; trashed: N[] } {
  const inside = [...tree.nodes.values()].filter(({ categoryId }) => categoryId === from);
  const trashed = inside.filter(({ parentId, trashedWith }) => parentId === null && trashedWith === null);
  const changed = new Map(trashFolders(tree, trashed, now).map((node) => [node.folderId, node]));
  return { left: inside.map((node) => ({ ...(changed.get(node.folderId) ?? node), categoryId: to })), trashed };
}

/**
 * Takes the folders out of the trash, whole: to the given place, or to where they were, which is the root of the
 * category if their folder is gone.
 * @throws {DomainError} InvalidMove, FolderAlreadyExists
 */
export function restoreFolders<N extends FolderNode>(tree: Tree<N>, named: readonly N[], to?: Destination): N[] {
  let current = tree;
  const changed = new Map<string, N>();
  const fromTheTop = named.toSorted((a, b) => levelOf(tree, a) - levelOf(tree, b));
  for (const { folderId } of fromTheTop) {
    const node = current.nodes.get(folderId);
    if (!node) continue;
    const whole = new Set(wholeOf(current, node).map((each) => each.folderId));
    for (const each of relocated(current, node, to ?? formerPlace(current, node)))
      changed.set(each.folderId, whole.has(each.folderId) ? { ...each, trashedAt: null, trashedWith: null } : each);
    current = treeWith(tree, changed.values());
  }
  requireSound(current, [...changed.values()]);
  return [...changed.values()];
}

/** The place where something was, if its folder is kept. */
export function formerPlace<N extends FolderNode>(
  tree: Tree<N>,
  { categoryId, parentId }: { categoryId: string; parentId: string | null },
): Destination {
  const parent = parentId === null ? undefined : tree.nodes.get(parentId);
  return parent?.trashedWith === null
    ? { categoryId: parent.categoryId, folderId: parent.folderId }
    : { categoryId, folderId: null };
}

/** The folders that end, and those that lose the one they were in: they were put into the trash before it. */
export function destroyFolders<N extends FolderNode>(tree: Tree<N>, named: readonly N[]): { gone: N[]; loosened: N[] } {
  const gone = new Set(named.flatMap((node) => wholeOf(tree, node)));
  const loosened = [...gone]
    .flatMap(({ folderId }) => tree.children.get(folderId) ?? [])
    .filter((child) => !gone.has(child))
    .map((child) => ({ ...child, parentId: null }));
  return { gone: [...gone], loosened };
}
