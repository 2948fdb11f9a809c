import { hashNode } from '../../domains/evidence/merkle.rules.ts';

type Place = { index: number; size: number };

/** The root that an audit path leads to, as RFC 9162, 2.1.3.2 checks it: another way than that by which it is made. */
export function rootFromPath(leafHash: Buffer, { index, size }: Place, path: readonly Buffer[]): Buffer {
  let [node, last, root] = [index, size - 1, leafHash];
  for (const hash of path) {
    if (last === 0) throw new Error('the path is too long');
    if (node % 2 === 1 || node === last) {
      root = hashNode(hash, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else root = hashNode(root, hash);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  if (last !== 0) throw new Error('the path is too short');
  return root;
}

type Pair<T> = { first: T; second: T };

/** RFC 9162, 2.1.4.2. */
export function isConsistent(sizes: Pair<number>, roots: Pair<Buffer>, path: readonly Buffer[]): boolean {
  if (sizes.first === sizes.second) return path.length === 0 && roots.first.equals(roots.second);
  const isPowerOfTwo = Number.isInteger(Math.log2(sizes.first));
  const [start, ...rest] = isPowerOfTwo ? [roots.first, ...path] : path;
  if (!start) return false;
  let [node, last] = [sizes.first - 1, sizes.second - 1];
  while (node % 2 === 1) [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  let [earlier, later] = [start, start];
  for (const hash of rest) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      [earlier, later] = [hashNode(hash, earlier), hashNode(hash, later)];
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)];
    } else later = hashNode(later, hash);
    [node, last] = [Math.floor(node / 2), Math.floor(last / 2)];
  }
  return last === 0 && earlier.equals(roots.first) && later.equals(roots.second);
}
