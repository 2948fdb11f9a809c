import { createHash } from 'node:crypto';
import { nodeDigest, type DigestAlgorithm } from '../pki/digest-algorithms.ts';

/**
 * The hash tree of RFC 4998, 4.2: a node is the hash of its children, which are put in the order of their bytes first.
 * A last node without a neighbour goes up as it is.
 */

/** The leaves first, the root last, alone. */
export type HashTree = readonly Buffer[][];

export const hash = (algorithm: DigestAlgorithm, ...parts: readonly Buffer[]): Buffer => {
  const digest = createHash(nodeDigest(algorithm));
  for (const part of parts) digest.update(part);
  return digest.digest();
};

const hashSorted = (algorithm: DigestAlgorithm, hashes: readonly Buffer[]): Buffer =>
  hash(algorithm, ...hashes.toSorted(Buffer.compare));

/** @throws {RangeError} there are no leaves */
export function buildTree(algorithm: DigestAlgorithm, leaves: readonly Buffer[]): HashTree {
  if (leaves.length === 0) throw new RangeError('a hash tree has at least one leaf');
  const levels = [[...leaves]];
  for (let level = levels[0] ?? []; level.length > 1;) {
    level = parentsOf(algorithm, level);
    levels.push(level);
  }
  return levels;
}

function parentsOf(algorithm: DigestAlgorithm, level: readonly Buffer[]): Buffer[] {
  const parents: Buffer[] = [];
  for (const [index, left] of level.entries()) {
    if (index % 2 === 1) continue;
    const right = level[index + 1];
    parents.push(right ? hashSorted(algorithm, [left, right]) : left);
  }
  return parents;
}

export function rootOf(tree: HashTree): Buffer {
  const root = tree.at(-1)?.[0];
  if (!root) throw new RangeError('a hash tree has a root');
  return root;
}

/** The position of the neighbour of a leaf, or of one of its ancestors: it may not exist. */
export const neighbourOf = (position: number, level: number): number => Math.floor(position / 2 ** level) ^ 1;

export function neighboursOf(tree: HashTree, position: number): Buffer[] {
  return tree.flatMap((level, height) => level[neighbourOf(position, height)] ?? []);
}

/** The reduced hash tree of a leaf, of which `neighbours` are those on its way to the root: empty where it is the root. */
export function reduceTree(leaf: Buffer, neighbours: readonly Buffer[]): Buffer[][] {
  const [first, ...others] = neighbours;
  if (!first) return [];
  return [[leaf, first].toSorted(Buffer.compare), ...others.map((neighbour) => [neighbour])];
}

/** The root that a reduced hash tree leads to; null where its first list does not hold the leaf. */
export function recoverRoot(
  algorithm: DigestAlgorithm,
  leaf: Buffer,
  reduced: ReadonlyArray<readonly Buffer[]>,
): Buffer | null {
  const [first, ...others] = reduced;
  if (!first) return leaf;
  if (!first.some((one) => one.equals(leaf))) return null;
  return others.reduce((root, list) => hashSorted(algorithm, [...list, root]), hashSorted(algorithm, first));
}
