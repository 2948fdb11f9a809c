import type { Checkpoint } from '@perenne/contract/evidence';
import type { Findings } from '../report.ts';
import { hashOfCheckpoint } from './checkpoint.ts';

/** A checkpoint, its hash, and the file that holds it. */
export type HeldCheckpoint = { file: string; checkpoint: Checkpoint; hash: string };

export const holdCheckpoint = async (checkpoint: Checkpoint, file: string): Promise<HeldCheckpoint> => ({
  ...{ file, checkpoint, hash: await hashOfCheckpoint(checkpoint) },
});

/** Looks for what contradicts a checkpoint: a log that was written twice shows here. Returns whether nothing does. */
export function compareCheckpoint(own: HeldCheckpoint, others: readonly HeldCheckpoint[], findings: Findings): boolean {
  let agrees = true;
  for (const other of others) {
    const [earlier, later] = own.checkpoint.n < other.checkpoint.n ? [own, other] : [other, own];
    const code = contradictionOf(earlier, later);
    if (!code) continue;
    agrees = false;
    findings.fails(code, { file: own.file, other: other.file, n: later.checkpoint.n });
  }
  return agrees;
}

function contradictionOf(earlier: HeldCheckpoint, later: HeldCheckpoint) {
  const [first, second] = [earlier.checkpoint, later.checkpoint];
  if (first.n === second.n) return earlier.hash === later.hash ? null : 'checkpointTwice';
  if (first.n + 1 === second.n && second.previous !== earlier.hash) return 'checkpointUnchained';
  // Each checkpoint adds leaves.
  return first.size < second.size ? null : 'checkpointShrunk';
}

/** Compares those of one archive with one another: in the order of their numbers, neighbours show all there is to see. */
export function compareInOrder(held: readonly HeldCheckpoint[], findings: Findings): void {
  const inOrder = [...held].sort((a, b) => a.checkpoint.n - b.checkpoint.n);
  for (const [index, own] of inOrder.entries()) compareCheckpoint(own, inOrder.slice(index + 1, index + 2), findings);
}
