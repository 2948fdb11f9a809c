import { describe, expect, it } from 'vitest';
import { concat, digest, toHex, utf8, type Bytes } from '../bytes.ts';
import { hashLeaf, rootOf } from './merkle.ts';

const hash = (text: string): Promise<Bytes> => hashLeaf(utf8(text));

/** RFC 6962, 2.1, as it is written there: the root of these leaves, and the path of one of them. */
async function treeOf(leaves: readonly Bytes[], index: number): Promise<{ root: Bytes; path: Bytes[] }> {
  const [only] = leaves;
  if (!only || leaves.length === 1) return { root: only ?? utf8(''), path: [] };
  const split = 2 ** Math.floor(Math.log2(leaves.length - 1));
  const isLeft = index < split;
  const left = await treeOf(leaves.slice(0, split), isLeft ? index : 0);
  const right = await treeOf(leaves.slice(split), isLeft ? 0 : index - split);
  const root = await digest('SHA-256', concat(Uint8Array.of(1), left.root, right.root));
  return { root, path: isLeft ? [...left.path, right.root] : [...right.path, left.root] };
}

describe('the path of a leaf', () => {
  it('leads to the root of trees of any size, from that leaf alone', async () => {
    for (let size = 1; size <= 20; size += 1) {
      const leaves = await Promise.all(Array.from({ length: size }, (_, index) => hash(String(index))));
      for (const [leafIndex, leaf] of leaves.entries()) {
        const { root, path } = await treeOf(leaves, leafIndex);
        expect(toHex((await rootOf(leaf, { leafIndex, treeSize: size, path })) ?? utf8(''))).toBe(toHex(root));
        const other = await rootOf(leaf, { leafIndex: (leafIndex + 1) % size, treeSize: size, path });
        expect(toHex(other ?? utf8('')) === toHex(root)).toBe(size === 1);
      }
    }
  });

  it('has one length: a shorter or a longer one leads nowhere', async () => {
    const leaves = await Promise.all(['a', 'b', 'c'].map(hash));
    const [leaf = utf8('')] = leaves;
    const { path } = await treeOf(leaves, 0);
    for (const wrong of [path.slice(1), [...path, leaf]])
      expect(await rootOf(leaf, { leafIndex: 0, treeSize: 3, path: wrong })).toBeNull();
    expect(await rootOf(leaf, { leafIndex: 3, treeSize: 3, path })).toBeNull();
  });
});
