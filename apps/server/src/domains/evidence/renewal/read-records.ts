import type { Checkpoint } from '@perenne/contract/evidence';
import {
  encodeRecord,
  type ArchiveTimestamp,
  type EvidenceRecord,
} from '../../../platform/evidence-records/evidence-record.ts';
import { neighbourOf, reduceTree } from '../../../platform/evidence-records/hash-tree.ts';
import { toDer } from '../../../platform/pki/der.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { presentCheckpoint, type KeptCheckpoint } from '../checkpoint.rules.ts';
import * as store from './records.store.ts';

/** So many checkpoints a timestamp renews at most, and so high its hash tree is. */
export const leavesOfTree = 4_096;
const levels = Array.from({ length: Math.log2(leavesOfTree) + 1 }, (_, level) => level);

/** The database does not hold the whole of a renewal. */
export class RecordBroken extends Error {
  override readonly name = 'RecordBroken';
}

/** As they are published: one whose timestamp was renewed has its record. */
export async function presentCheckpoints(db: Db, checkpoints: readonly KeptCheckpoint[]): Promise<Checkpoint[]> {
  const records = await readRecords(db, checkpoints);
  return checkpoints.map((checkpoint) => presentCheckpoint(checkpoint, records.get(checkpoint.n)));
}

export async function presentOne(db: Db, checkpoint: KeptCheckpoint): Promise<Checkpoint> {
  const records = await readRecords(db, [checkpoint]);
  return presentCheckpoint(checkpoint, records.get(checkpoint.n));
}

/** In DER. A checkpoint whose timestamp was never renewed has none. */
async function readRecords(db: Db, checkpoints: readonly KeptCheckpoint[]): Promise<Map<number, Buffer>> {
  const chains = await readChains(db, checkpoints);
  const renewed = [...chains].filter(([, record]) => record.flat().length > 1);
  return new Map(renewed.map(([n, record]) => [n, encodeRecord(record)]));
}

/** All timestamps of checkpoints; one that was never renewed has its own alone. */
export async function readChains(db: Db, checkpoints: readonly KeptCheckpoint[]): Promise<Map<number, EvidenceRecord>> {
  if (checkpoints.length === 0) return new Map();
  const ns = checkpoints.map(({ n }) => n);
  const [rows, digests] = await Promise.all([store.listRenewalsOf(db, ns), store.findStampDigests(db, ns)]);
  const renewals = await readRenewals(db, rows);
  const byCheckpoint = Map.groupBy(rows, ({ n }) => n);
  const chains = checkpoints.flatMap(({ n, timestampToken }) => {
    const algorithm = digests.get(n);
    if (!timestampToken || !algorithm) return [];
    const first = { algorithm, reducedTree: [], token: toDer(timestampToken) };
    return [[n, follow(first, byCheckpoint.get(n) ?? [], renewals)] as const];
  });
  return new Map(chains);
}

type Renewals = {
  /** The later renewal that renews one. */
  laterOf: ReadonlyMap<number, store.Leaf>;
  isHashTree: (renewal: number) => boolean;
  timestampOf: (leaf: store.Leaf) => ArchiveTimestamp;
};

/** A renewal of checkpoints themselves ends the way that those before it go on. */
function follow(first: ArchiveTimestamp, own: readonly store.Leaf[], renewals: Renewals): EvidenceRecord {
  const record = [[first]];
  for (const [index, leaf] of own.entries()) {
    const next = own[index + 1]?.renewal ?? Number.POSITIVE_INFINITY;
    if (renewals.isHashTree(leaf.renewal)) record.push([]);
    const chain = record.at(-1) ?? [];
    for (let at: store.Leaf | undefined = leaf; at && at.renewal < next; at = renewals.laterOf.get(at.renewal))
      chain.push(renewals.timestampOf(at));
  }
  return record;
}

async function readRenewals(db: Db, own: readonly store.Leaf[]): Promise<Renewals> {
  if (own.length === 0) return noRenewals;
  const later = await store.listLaterRenewals(db, distinct(own));
  const leaves = [...own, ...later];
  const nodes = leaves.flatMap(({ renewal, position }) => [
    { renewal, level: 0, position },
    ...levels.map((level) => ({ renewal, level, position: neighbourOf(position, level) })),
  ]);
  const [tokens, found] = await Promise.all([
    store.findRenewals(db, distinct(leaves)),
    store.findNodes(db, [...new Map(nodes.map((node) => [keyOf(node), node])).values()]),
  ]);
  const byRenewal = new Map(tokens.map((one) => [one.renewal, one]));
  const hashes = new Map(found.map((node) => [keyOf(node), node.hash]));
  return {
    laterOf: new Map(later.map(({ earlier, renewal, position }) => [earlier, { renewal, position }])),
    isHashTree: (renewal) => byRenewal.get(renewal)?.kind === 'HASH_TREE',
    timestampOf: ({ renewal, position }) => {
      const kept = byRenewal.get(renewal);
      const leaf = hashes.get(keyOf({ renewal, level: 0, position }));
      if (!kept || !leaf) throw new RecordBroken(`the renewal ${renewal} has no leaf ${position}`);
      const neighbours = levels.flatMap(
        (level) => hashes.get(keyOf({ renewal, level, position: neighbourOf(position, level) })) ?? [],
      );
      return { algorithm: kept.algorithm, reducedTree: reduceTree(leaf, neighbours), token: kept.token };
    },
  };
}

const noRenewals: Renewals = {
  laterOf: new Map(),
  isHashTree: () => false,
  timestampOf: ({ renewal }) => {
    throw new RecordBroken(`the renewal ${renewal} was not read`);
  },
};

const keyOf = ({ renewal, level, position }: store.Node): string => `${renewal}/${level}/${position}`;
const distinct = (leaves: readonly store.Leaf[]): number[] => [...new Set(leaves.map(({ renewal }) => renewal))];
