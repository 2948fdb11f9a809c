import { endOf, type AlgorithmEnds, type Rests } from '../../../platform/evidence-records/validity.ts';
import type { DigestAlgorithm } from '../../../platform/pki/digest-algorithms.ts';

/** The newest timestamp of records: nothing renews it yet. */
export type Tip = {
  at: Date;
  rests: Rests;
  /** The digest of its chain. */
  algorithm: DigestAlgorithm;
};

/** The decision about a timestamp. */
export type Decision = { kind: 'LEAVE' | 'TIMESTAMP' | 'HASH_TREE' } | { kind: 'LOST'; endedAt: Date };

type World = { ends: AlgorithmEnds; now: Date };

/** A timestamp is renewed a year before its end, or at half of its time where it has less than two years. */
export function decide({ at, rests, algorithm }: Tip, { ends, now }: World): Decision {
  const end = endOf(rests, ends);
  if (now >= end) return { kind: 'LOST', endedAt: end };
  if (!isDue(end, { at, now })) return { kind: 'LEAVE' };
  const digestEnd = ends.get(algorithm);
  return { kind: digestEnd && isDue(digestEnd, { at, now }) ? 'HASH_TREE' : 'TIMESTAMP' };
}

const isDue = (end: Date, { at, now }: { at: Date; now: Date }): boolean =>
  now.getTime() >= Math.max(yearBefore(end).getTime(), (at.getTime() + end.getTime()) / 2);

function yearAfter(now: Date): Date {
  const after = new Date(now);
  after.setUTCFullYear(after.getUTCFullYear() + 1);
  return after;
}

function yearBefore(end: Date): Date {
  const before = new Date(end);
  before.setUTCFullYear(before.getUTCFullYear() - 1);
  return before;
}

/** In the order in which they take over; the first is for what has no timestamp yet. */
const firstDigests: readonly DigestAlgorithm[] = ['SHA-256', 'SHA-512', 'SHA-384'];
const laterDigests: readonly DigestAlgorithm[] = ['SHA-512', 'SHA-384', 'SHA-256'];

/** For the first timestamp of a checkpoint, which is wanted even where every digest ends within a year. */
export const digestForStamp = (world: World): DigestAlgorithm => firstLasting(firstDigests, world) ?? 'SHA-512';

/** For a new hash tree; null where every digest ends within a year. */
export const digestForTree = (world: World): DigestAlgorithm | null => firstLasting(laterDigests, world);

function firstLasting(digests: readonly DigestAlgorithm[], { ends, now }: World): DigestAlgorithm | null {
  const horizon = yearAfter(now);
  return digests.find((digest) => (ends.get(digest) ?? horizon) >= horizon) ?? null;
}
