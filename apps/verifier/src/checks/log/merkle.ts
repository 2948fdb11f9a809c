import { concat, digest, isSame, type Bytes } from '../bytes.ts';

const leafPrefix = Uint8Array.of(0);
const nodePrefix = Uint8Array.of(1);

export const hashLeaf = (content: Bytes): Promise<Bytes> => digest('SHA-256', concat(leafPrefix, content));

const hashNode = (left: Bytes, right: Bytes): Promise<Bytes> => digest('SHA-256', concat(nodePrefix, left, right));

type Inclusion = { leafIndex: number; treeSize: number; path: readonly Bytes[] };

/** The root that a path leads to (RFC 9162, 2.1.3.2); null where the path does not fit a tree of that size. */
export async function rootOf(leaf: Bytes, { leafIndex, treeSize, path }: Inclusion): Promise<Bytes | null> {
  if (leafIndex >= treeSize) return null;
  let [index, last, root] = [leafIndex, treeSize - 1, leaf];
  for (const sibling of path) {
    if (last === 0) return null;
    if (index % 2 === 1 || index === last) {
      root = await hashNode(sibling, root);
      while (index % 2 === 0 && index !== 0) [index, last] = [halve(index), halve(last)];
    } else {
      root = await hashNode(root, sibling);
    }
    [index, last] = [halve(index), halve(last)];
  }
  return last === 0 ? root : null;
}

/** Not `>> 1`: a log may have more than 2^31 leaves. */
const halve = (value: number): number => Math.floor(value / 2);

type Tree = { size: number; root: Bytes };

/** Whether a path (RFC 9162, 2.1.4.2) shows that the later tree begins with all leaves of the earlier one. */
export async function isConsistent(earlier: Tree, later: Tree, path: readonly Bytes[]): Promise<boolean> {
  if (earlier.size === later.size) return path.length === 0 && isSame(earlier.root, later.root);
  if (earlier.size > later.size || earlier.size === 0 || path.length === 0) return false;
  let [index, last] = [earlier.size - 1, later.size - 1];
  while (index % 2 === 1) [index, last] = [halve(index), halve(last)];
  // The root of a complete tree is not in its own path.
  const [start, ...others] = index === 0 ? [earlier.root, ...path] : path;
  if (!start) return false;
  let [first, second] = [start, start];
  for (const sibling of others) {
    if (last === 0) return false;
    if (index % 2 === 1 || index === last) {
      [first, second] = [await hashNode(sibling, first), await hashNode(sibling, second)];
      while (index % 2 === 0 && index !== 0) [index, last] = [halve(index), halve(last)];
    } else second = await hashNode(second, sibling);
    [index, last] = [halve(index), halve(last)];
  }
  return last === 0 && isSame(first, earlier.root) && isSame(second, later.root);
}
