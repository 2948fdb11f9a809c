import { checkpoint as checkpointSchema, getConsistency, type Checkpoint } from '@perenne/contract/evidence';
import { z } from 'zod';
import { fromHex } from '../bytes.ts';
import { readAs } from '../json-file.ts';
import { Broken, type Findings } from '../report.ts';
import type { Trust } from '../signatures/chain.ts';
import { reportCheckpoint } from './checkpoint.ts';
import { compareCheckpoint, holdCheckpoint, type HeldCheckpoint } from './compare-checkpoints.ts';
import { isConsistent } from './merkle.ts';

/** One checkpoint, as its file and `evidence/checkpoints/{n}` give it; or some, as `evidence/checkpoints` does. */
const checkpointList = z.object({ items: z.array(checkpointSchema) });

/** @throws {Broken} wrongShape */
export function readCheckpoints(json: unknown, file: string): Checkpoint[] {
  const isList = typeof json === 'object' && json !== null && 'items' in json;
  const read = isList ? readAs(checkpointList, json, file).items : [readAs(checkpointSchema, json, file)];
  const odd = read.find(({ n, previous }) => (n === 1) !== (previous === null));
  if (odd) throw new Broken('wrongShape', { file, where: 'previous' });
  return read;
}

/** All checkpoints of the files, and the numbers of those that a consistency proof has joined to an earlier one. */
export type KnownLog = { held: HeldCheckpoint[]; joined: Set<number> };

type Checking = { file: string; findings: Findings; trust: Trust; log: KnownLog };

/** Checks the checkpoints of a file: seals, timestamps, and how they follow the others that came with them. */
export async function checkCheckpointFile(json: unknown, { file, findings, trust, log }: Checking): Promise<void> {
  const read = await findings.try(async () => readCheckpoints(json, file));
  for (const checkpoint of read ?? []) {
    const { n, size, at } = checkpoint;
    const own = await holdCheckpoint(checkpoint, file);
    findings.holds('checkpointRead', { file, n, size, at });
    await reportCheckpoint(checkpoint, { file, trust }, findings);
    const others = log.held.filter((each) => each.checkpoint !== checkpoint);
    if (compareCheckpoint(own, others, findings)) reportPlace(own, log, findings);
  }
}

function reportPlace({ file, checkpoint: { n } }: HeldCheckpoint, { held, joined }: KnownLog, findings: Findings) {
  const before = held.find(({ checkpoint }) => checkpoint.n === n - 1);
  if (before) findings.holds('checkpointFollows', { file, n, other: before.file });
  else if (n > 1 && !joined.has(n)) findings.leavesOpen('checkpointAlone', { file, n });
}

/** Checks a consistency proof (RFC 6962, 2.1.2) by the two checkpoints that it joins. */
export async function checkConsistencyFile(json: unknown, { file, findings, log }: Omit<Checking, 'trust'>) {
  const { from, to, path } = readAs(getConsistency.response, json, file);
  const [earlier, later] = [from, to].map((n) => log.held.find(({ checkpoint }) => checkpoint.n === n)?.checkpoint);
  if (!earlier || !later) return findings.leavesOpen('consistencyAlone', { file, from, to });
  const [first, second] = [treeOf(earlier), treeOf(later)];
  if (from > to || !(await isConsistent(first, second, path.map(fromHex))))
    throw new Broken('consistencyWrong', { file, from, to });
  if (from < to) log.joined.add(to);
  findings.holds('consistencyHolds', { file, from, to });
}

const treeOf = ({ size, root }: Checkpoint) => ({ size, root: fromHex(root) });
