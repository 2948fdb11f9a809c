import { limits } from '@perenne/contract/fields';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../platform/domain-error.ts';
import * as rules from './folder-tree.rules.ts';
import type { FolderNode, Tree } from './folder-tree.rules.ts';

type Step = {
  kind: 'create' | 'move' | 'trash' | 'restore' | 'restoreTo' | 'destroy';
  a: number;
  b: number;
  c: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('create', 'create', 'create', 'move', 'move', 'trash', 'restore', 'restoreTo', 'destroy'),
  ...{ a: fc.nat(40), b: fc.nat(40), c: fc.nat(40) },
});

const now = new Date('2026-11-21T08:00:00.000Z');
const categories = ['c0', 'c1', 'c2'];
const isKept = (node: FolderNode) => node.trashedWith === null;
const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** What any use of the calls may do to the folders of a safe. */
class World {
  tree: Tree<FolderNode> = rules.treeOf<FolderNode>([]);
  made = 0;

  apply({ kind, a, b, c }: Step): void {
    const kept = [...this.tree.nodes.values()].filter(isKept);
    const trashed = [...this.tree.nodes.values()].filter((node) => !isKept(node));
    const to = this.#placeOf(kept, b);
    const those = (nodes: FolderNode[]) =>
      rules.outermost(
        this.tree,
        [...new Set([pick(nodes, a), pick(nodes, c)])].filter((node) => node !== undefined),
      );
    switch (kind) {
      case 'create':
        return this.#create(to, c);
      case 'move':
        return this.#write(rules.moveFolders(this.tree, those(kept), to));
      case 'trash':
        return this.#write(rules.trashFolders(this.tree, those(kept), now));
      case 'restore':
        return this.#write(rules.restoreFolders(this.tree, those(trashed)));
      case 'restoreTo':
        return this.#write(rules.restoreFolders(this.tree, those(trashed), to));
      default:
        return this.#destroy(those(trashed));
    }
  }

  #placeOf(kept: FolderNode[], index: number) {
    const folder = index % 3 === 0 ? undefined : pick(kept, index);
    return folder
      ? { categoryId: folder.categoryId, folderId: folder.folderId }
      : { categoryId: String(pick(categories, index)), folderId: null };
  }

  #create({ categoryId, folderId }: rules.Destination, name: number): void {
    const node = { folderId: `f${this.made}`, parentId: folderId, categoryId, nameKey: `n${name % 6}` };
    const whole = { ...node, trashedAt: null, trashedWith: null };
    rules.requireFits(this.tree, whole);
    this.made += 1;
    this.#write([whole]);
  }

  #write(changed: FolderNode[]): void {
    this.tree = rules.treeWith(this.tree, changed);
  }

  #destroy(named: FolderNode[]): void {
    const { gone, loosened } = rules.destroyFolders(this.tree, named);
    const ended = new Set(gone.map(({ folderId }) => folderId));
    const left = [...rules.treeWith(this.tree, loosened).nodes.values()].filter(({ folderId }) => !ended.has(folderId));
    this.tree = rules.treeOf(left);
  }
}

function expectSound(tree: Tree<FolderNode>): void {
  const siblings = new Set<string>();
  for (const node of tree.nodes.values()) {
    const path = [node];
    for (let above = node.parentId; above !== null;) {
      const parent = tree.nodes.get(above);
      if (!parent || path.includes(parent)) throw new Error('this is no tree');
      path.push(parent);
      above = parent.parentId;
    }
    expect(new Set(path.map(({ categoryId }) => categoryId)).size).toBe(1);
    if (isKept(node)) {
      expect(path.every(isKept)).toBe(true);
      expect(path.length).toBeLessThanOrEqual(limits.folderDepth);
      const name = `${node.categoryId}/${node.parentId}/${node.nameKey}`;
      expect(siblings.has(name)).toBe(false);
      siblings.add(name);
    } else {
      const { trashedWith } = node;
      expect(path.some(({ folderId }) => folderId === trashedWith)).toBe(true);
    }
  }
}

describe('the folders of a safe', () => {
  it('stay a tree, whatever is done to them: 10 deep, of one category each, no name twice', () => {
    let refused = 0;
    let done = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 120 }), (steps) => {
        const world = new World();
        for (const each of steps) {
          const before = world.tree;
          try {
            world.apply(each);
            done += 1;
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
            expect(['InvalidMove', 'FolderAlreadyExists']).toContain(error.code);
            expect(world.tree).toBe(before);
            refused += 1;
          }
          expectSound(world.tree);
        }
      }),
      { numRuns: 150 },
    );
    // Both ends of the rules were reached.
    expect(Math.min(refused, done)).toBeGreaterThan(100);
  });

  it('loses none but those that are destroyed', () => {
    const harmless = fc.array(
      step.filter(({ kind }) => kind !== 'destroy'),
      { minLength: 5, maxLength: 80 },
    );
    fc.assert(
      fc.property(harmless, (steps) => {
        const world = new World();
        for (const each of steps) {
          try {
            world.apply(each);
          } catch (error) {
            if (!(error instanceof DomainError)) throw error;
          }
        }
        expect(world.tree.nodes.size).toBe(world.made);
      }),
      { numRuns: 60 },
    );
  });
});
