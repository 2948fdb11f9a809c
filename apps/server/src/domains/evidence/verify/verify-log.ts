import { digestOf, signedBytes, type KeptCheckpoint } from '../checkpoint.rules.ts';
import { listCheckpointsAfter } from '../checkpoints.store.ts';
import { addLeaves, hashLeaf, hashSubtrees, type HashedSubtree } from '../merkle.rules.ts';
import { checkTimestamps } from '../renewal/check-timestamps.ts';
import type { Auditor, Counts, Fault } from './auditor.ts';
import { findOtherSubtrees, hasLooseLeaves, listLeaves, type AuditedLeaf } from './verify.store.ts';

const checkpointsAtATime = 200;
const leavesAtATime = 1_000;

/** The tree as it grows from its first leaf. One that lost a leaf has no root any more. */
type Tree = { size: number; edge: readonly HashedSubtree[]; isWhole: boolean };

/** Builds the tree of the log again, from its leaves, and compares it with each checkpoint in turn. */
export async function* verifyLog(auditor: Auditor, counts: Counts): AsyncGenerator<Fault> {
  const tree: Tree = { size: 0, edge: [], isWhole: true };
  let before: KeptCheckpoint | null = null;
  for (let page: KeptCheckpoint[] | null = null; page?.length !== 0;) {
    page = await listCheckpointsAfter(auditor.db, before?.n ?? 0, checkpointsAtATime);
    const timestamps = await checkTimestamps(auditor, page);
    for (const checkpoint of page) {
      yield* growTree(auditor, tree, checkpoint);
      const where = `checkpoint ${checkpoint.n}`;
      for (const cause of await faultsOf(auditor, checkpoint, before)) yield { where, cause };
      const fault = timestamps.get(checkpoint.n);
      if (fault !== undefined) yield { where, cause: `its timestamp does not hold: ${fault}` };
      if (tree.isWhole && !rootOf(tree)?.equals(checkpoint.root)) {
        // Every later root holds the same leaves.
        tree.isWhole = false;
        yield { where, cause: 'its root is not that of the leaves of the log' };
      }
      counts.checkpoints += 1;
      before = checkpoint;
    }
  }
  counts.leaves = tree.size;
  if (await hasLooseLeaves(auditor.db)) yield { where: 'the log', cause: 'it holds leaves that no checkpoint covers' };
}

const rootOf = ({ edge }: Tree): Buffer | null =>
  edge.length === 0 ? null : hashSubtrees(edge.map(({ hash }) => hash));

async function* growTree({ db }: Auditor, tree: Tree, { n, size }: KeptCheckpoint): AsyncGenerator<Fault> {
  while (tree.size < size) {
    const leaves = await listLeaves(db, tree.size, Math.min(size, tree.size + leavesAtATime));
    const isUnbroken = leaves.length > 0 && leaves.every(({ index }, place) => index === tree.size + place);
    if (!isUnbroken) {
      if (tree.isWhole) yield { where: `checkpoint ${n}`, cause: 'leaves of the log were removed' };
      Object.assign(tree, { size, isWhole: false });
      return;
    }
    for (const leaf of leaves) yield* faultsOfLeaf(leaf);
    const grown = addLeaves(
      tree.edge,
      leaves.map(({ head }) => hashLeaf(head)),
    );
    for (const { level, position } of tree.isWhole ? await findOtherSubtrees(db, grown.made) : [])
      yield { where: 'the log', cause: `the node at level ${level}, position ${position} was changed or removed` };
    Object.assign(tree, { size: tree.size + leaves.length, edge: grown.edge });
  }
}

function* faultsOfLeaf({ journalId, seq, head, entryHash }: AuditedLeaf): Generator<Fault> {
  const where = `safe ${journalId}, entry ${seq}`;
  if (!entryHash) yield { where, cause: 'it was removed: the log holds its hash' };
  else if (!entryHash.equals(head)) yield { where, cause: 'it is not the entry whose hash the log holds' };
}

async function faultsOf(
  { seals }: Auditor,
  checkpoint: KeptCheckpoint,
  before: KeptCheckpoint | null,
): Promise<string[]> {
  const faults: string[] = [];
  const expected = (before?.n ?? 0) + 1;
  if (checkpoint.n > expected) faults.push(`the checkpoints from ${expected} on, before it, were removed`);
  else if (!isNext(checkpoint, before)) faults.push('it does not follow from the checkpoint before it');
  const signer = await seals.verify(signedBytes(checkpoint), checkpoint.signature.toString('base64'));
  if (signer !== checkpoint.kid) faults.push('its seal is not of what it says');
  return faults;
}

function isNext(checkpoint: KeptCheckpoint, before: KeptCheckpoint | null): boolean {
  if (!before) return checkpoint.previous === null;
  const follows = checkpoint.previous?.equals(digestOf(before)) === true;
  return follows && checkpoint.size > before.size && checkpoint.at >= before.at;
}
