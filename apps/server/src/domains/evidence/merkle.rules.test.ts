import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isConsistent, rootFromPath } from '../../testing/files/merkle-checks.ts';
import {
  addLeaves,
  consistencyRanges,
  hashLeaf,
  hashNode,
  hashSubtrees,
  inclusionRanges,
  subtreesOf,
  type LeafRange,
} from './merkle.rules.ts';

/** The leaves of the test vectors of Certificate Transparency, whose trees have the shapes of RFC 6962, 2.1.3. */
const data = [
  ...['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'],
].map((hex) => Buffer.from(hex, 'hex'));
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const hashes = data.map(hashLeaf);
const slice = (leaves: readonly Buffer[], { from, to }: LeafRange) => leaves.slice(from, to);

/** As the RFC writes it: MTH, with the largest power of two below the number of leaves. */
function naiveRoot(leaves: readonly Buffer[]): Buffer {
  const [first] = leaves;
  if (!first) throw new Error('an empty tree is never published');
  if (leaves.length === 1) return first;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return hashNode(naiveRoot(leaves.slice(0, k)), naiveRoot(leaves.slice(k)));
}

const rootOf = (leaves: readonly Buffer[]) => hashSubtrees(addLeaves([], leaves).edge.map(({ hash }) => hash));
const pathOf = (leaves: readonly Buffer[], ranges: readonly LeafRange[]) =>
  ranges.map((range) =>
    hashSubtrees(
      subtreesOf(range).map(({ level, position }) =>
        naiveRoot(slice(leaves, { from: position * 2 ** level, to: (position + 1) * 2 ** level })),
      ),
    ),
  );
const hex = (path: readonly Buffer[]) => path.map((hash) => hash.toString('hex').slice(0, 8));

describe('the tree of the log', () => {
  it.each(roots.map((root, index) => [index + 1, root] as const))('has the known root of %i leaves', (size, root) => {
    expect(rootOf(hashes.slice(0, size)).toString('hex')).toBe(root);
  });

  it('proves the leaves of RFC 6962, 2.1.3 by the nodes that it names', () => {
    // a … j are leaves 0 … 6 and the nodes above, as drawn there.
    const seven = hashes.slice(0, 7);
    const [a, b, c, d, e, f, j] = seven as [Buffer, Buffer, Buffer, Buffer, Buffer, Buffer, Buffer];
    const [g, h, i] = [hashNode(a, b), hashNode(c, d), hashNode(e, f)];
    const [k, l] = [hashNode(g, h), hashNode(i, j)];
    const path = (index: number) => hex(pathOf(seven, inclusionRanges(index, { from: 0, to: 7 })));
    expect(path(0)).toEqual(hex([b, h, l]));
    expect(path(3)).toEqual(hex([c, g, l]));
    expect(path(4)).toEqual(hex([f, j, k]));
    expect(path(6)).toEqual(hex([i, k]));
    const consistency = (size: number) => hex(pathOf(seven, consistencyRanges(size, 7)));
    expect(consistency(3)).toEqual(hex([c, d, g, l]));
    expect(consistency(4)).toEqual(hex([l]));
    expect(consistency(6)).toEqual(hex([i, j, k]));
    expect(consistency(7)).toEqual([]);
  });

  const leaves = fc
    .integer({ min: 1, max: 200 })
    .map((size) => Array.from({ length: size }, (_, index) => hashLeaf(Buffer.from(String(index)))));

  it('grows by any steps to what it is in one', () => {
    fc.assert(
      fc.property(leaves, fc.array(fc.integer({ min: 0, max: 40 })), (all, steps) => {
        let edge: ReturnType<typeof addLeaves>['edge'] = [];
        let size = 0;
        for (const step of [...steps, all.length]) {
          edge = addLeaves(edge, all.slice(size, size + step)).edge;
          size = Math.min(all.length, size + step);
        }
        expect(hashSubtrees(edge.map(({ hash }) => hash))).toEqual(naiveRoot(all));
      }),
    );
  });

  it('keeps each complete subtree of two leaves and more, once', () => {
    fc.assert(
      fc.property(leaves, (all) => {
        const { made } = addLeaves([], all);
        expect(new Set(made.map(({ level, position }) => `${level}/${position}`)).size).toBe(made.length);
        for (const { level, position, hash } of made)
          expect(hash).toEqual(naiveRoot(slice(all, { from: position * 2 ** level, to: (position + 1) * 2 ** level })));
        expect(made.length).toBeLessThan(all.length);
      }),
    );
  });

  it('proves each leaf to the root of its size, and no other leaf', () => {
    fc.assert(
      fc.property(leaves, fc.nat(), (all, chosen) => {
        const index = chosen % all.length;
        const path = pathOf(all, inclusionRanges(index, { from: 0, to: all.length }));
        const place = { index, size: all.length };
        expect(rootFromPath(all[index] ?? Buffer.alloc(0), place, path)).toEqual(naiveRoot(all));
        expect(rootFromPath(hashLeaf(Buffer.from('other')), place, path)).not.toEqual(naiveRoot(all));
      }),
    );
  });

  it('proves that a later tree holds an earlier one, and nothing of another', () => {
    fc.assert(
      fc.property(leaves, fc.nat(), (all, chosen) => {
        const size = 1 + (chosen % all.length);
        const path = pathOf(all, consistencyRanges(size, all.length));
        const sizes = { first: size, second: all.length };
        const earlier = naiveRoot(all.slice(0, size));
        expect(isConsistent(sizes, { first: earlier, second: naiveRoot(all) }, path)).toBe(true);
        const others = { first: hashLeaf(Buffer.from('other')), second: naiveRoot(all) };
        expect(isConsistent(sizes, others, path)).toBe(false);
      }),
    );
  });
});
