import { createHash } from 'node:crypto';

/**
 * The Merkle tree of RFC 6962, 2.1. It only ever grows to the right, so a complete subtree, once made, stays as it is
 * for good: roots and proofs of trees of any size follow from some of these, as many as the size has digits.
 */

/** The complete subtree over the leaves from `position * 2^level` to `(position + 1) * 2^level`, excluded. */
export type Subtree = { level: number; position: number };
export type HashedSubtree = Subtree & { hash: Buffer };

/** Leaves, `to` excluded, that a node of the tree covers. */
export type LeafRange = { from: number; to: number };

const sha256 = (...parts: readonly Buffer[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

export const hashLeaf = (data: Buffer): Buffer => sha256(Buffer.of(0x00), data);
export const hashNode = (left: Buffer, right: Buffer): Buffer => sha256(Buffer.of(0x01), left, right);

/** The complete subtrees that a range of a tree is made of, the largest first. */
export function subtreesOf({ from, to }: LeafRange): Subtree[] {
  const subtrees: Subtree[] = [];
  let start = from;
  while (start < to) {
    const level = levelBelow(to - start + 1);
    subtrees.push({ level, position: start / 2 ** level });
    start += 2 ** level;
  }
  return subtrees;
}

/** The hash over a range, from those of its complete subtrees. */
export const hashSubtrees = (hashes: readonly Buffer[]): Buffer =>
  hashes.reduceRight((right, left) => hashNode(left, right));

/** The ranges whose hashes are the audit path of a leaf, from the leaf up (RFC 6962, 2.1.1). */
export function inclusionRanges(index: number, { from, to }: LeafRange): LeafRange[] {
  if (to - from === 1) return [];
  const middle = from + 2 ** levelBelow(to - from);
  const [left, right] = [
    { from, to: middle },
    { from: middle, to },
  ];
  return index < middle ? [...inclusionRanges(index, left), right] : [...inclusionRanges(index, right), left];
}

/** The ranges whose hashes prove that the tree of `to` leaves begins with that of `size` (RFC 6962, 2.1.2). */
export function consistencyRanges(size: number, to: number): LeafRange[] {
  return size === to ? [] : changedRanges(size, { from: 0, to });
}

function changedRanges(size: number, { from, to }: LeafRange): LeafRange[] {
  // The earlier root itself is known to who checks.
  if (size === to) return from === 0 ? [] : [{ from, to }];
  const middle = from + 2 ** levelBelow(to - from);
  const [left, right] = [
    { from, to: middle },
    { from: middle, to },
  ];
  return size <= middle ? [...changedRanges(size, left), right] : [...changedRanges(size, right), left];
}

/** The largest level whose subtrees have fewer leaves than that. */
function levelBelow(leaves: number): number {
  let level = 0;
  while (2 ** (level + 1) < leaves) level++;
  return level;
}

/**
 * Adds leaves to a tree, which is given by its `edge`: the complete subtrees that it is made of, the largest first.
 * Returns the new edge and the subtrees of two leaves and more that became complete.
 */
export function addLeaves(edge: readonly HashedSubtree[], hashes: readonly Buffer[]) {
  const grown = [...edge];
  const made: HashedSubtree[] = [];
  let position = edge.reduce((size, { level }) => size + 2 ** level, 0);
  for (const hash of hashes) {
    let subtree: HashedSubtree = { level: 0, position, hash };
    for (let left = grown.at(-1); left?.level === subtree.level; left = grown.at(-1)) {
      grown.pop();
      const parent = { level: subtree.level + 1, position: left.position / 2 };
      subtree = { ...parent, hash: hashNode(left.hash, subtree.hash) };
      made.push(subtree);
    }
    grown.push(subtree);
    position++;
  }
  return { edge: grown, made };
}
