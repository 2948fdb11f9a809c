import { concat, digest, type Bytes } from '../bytes.ts';

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
