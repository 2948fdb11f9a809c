import { limits } from '@perenne/contract/fields';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../platform/domain-error.ts';
import * as rules from './folder-tree.rules.ts';
import type { FolderNode, Tree } from './folder-tree.rules.ts';

type Step = {
  kind: 'create' | 'move' | 'trash' | 'restore' | 'restoreTo' | 'destroy' | 'leave';
  a: number;
  b: number;
  c: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'create',
    'create',
    'create',
    'move',
    'move',
    'trash',
    'restore',
    'restoreTo',
    'destroy',
    'leave',
  ),
  ...{ a: fc.nat(40), b: fc.nat(40), c: fc.nat(40) },
});

const now = new Date('2026-11-21T08:00:00.000Z');
const categories = ['c0', 'c1', 'c2'];
const isKept = (node: FolderNode) => node.trashedWith === null;
const pick = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** The folders of a safe, and all that calls may do to them. */
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
      case 'leave':
        return this.#leave(a, b);
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

  #leave(from: number, to: number): void {
    const [left, heir] = [String(pick(categories, from)), String(pick(categories, to))];
    if (left !== heir) this.#write(rules.leaveCategory(this.tree, { from: left, to: heir, now }).left);
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

/** Returns the faults of a tree: none, ever. */
function faultsOf(tree: Tree<FolderNode>): string[] {
  const siblings = new Set<string>();
  return [...tree.nodes.values()].flatMap((node) => {
    const path = pathOf(tree, node);
    if (!path) return ['a circle, or a folder in nothing'];
    const faults = path.some(({ categoryId }) => categoryId !== node.categoryId) ? ['two categories'] : [];
    if (!isKept(node)) {
      const isWith = path.some(({ folderId }) => folderId === node.trashedWith);
      return isWith ? faults : [...faults, 'in the trash with what it is not in'];
    }
    const name = `${node.categoryId}/${node.parentId}/${node.nameKey}`;
    if (siblings.has(name)) faults.push('a name twice');
    siblings.add(name);
    if (!path.every(isKept)) faults.push('kept in what is in the trash');
    if (path.length > limits.folderDepth) faults.push('too deep');
    return faults;
  });
}

/** The folder and those that it is in; null where that has no end. */
function pathOf(tree: Tree<FolderNode>, node: FolderNode): FolderNode[] | null {
  const path = [node];
  for (let above = node.parentId; above !== null;) {
    const parent = tree.nodes.get(above);
    if (!parent || path.includes(parent)) return null;
    path.push(parent);
    above = parent.parentId;
  }
  return path;
}

/** Returns the refusal, or null. */
function refusalOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}

describe('the folders of a safe', () => {
  it('stay a tree, whatever is done to them: 10 deep, of one category each, no name twice', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 120 }), (steps) => {
        const world = new World();
        for (const each of steps) {
          const before = world.tree;
          const refusal = refusalOf(() => world.apply(each));
          seen.set(refusal ?? 'done', (seen.get(refusal ?? 'done') ?? 0) + 1);
          expect(faultsOf(world.tree)).toEqual([]);
          expect(refusal === null || world.tree === before).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
    // Every end of the rules was reached.
    expect(new Set(seen.keys())).toEqual(new Set(['done', 'InvalidMove', 'FolderAlreadyExists']));
    expect(seen.get('done')).toBeGreaterThan(1_000);
  });

  it('loses none but those that are destroyed', () => {
    const harmless = fc.array(
      step.filter(({ kind }) => kind !== 'destroy'),
      { minLength: 5, maxLength: 80 },
    );
    fc.assert(
      fc.property(harmless, (steps) => {
        const world = new World();
        for (const each of steps) refusalOf(() => world.apply(each));
        expect(world.tree.nodes.size).toBe(world.made);
      }),
      { numRuns: 60 },
    );
  });
});
