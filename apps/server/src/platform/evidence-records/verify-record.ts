import type { X509Certificate } from 'node:crypto';
import { NotDer } from '../pki/der.ts';
import type { DigestAlgorithm } from '../pki/digest-algorithms.ts';
import { StampRefused, type Imprint, type VerifiedStamp } from '../timestamps/timestamps.ts';
import { verifyStamp } from '../timestamps/verify-stamp.ts';
import { leafOfData, leafOfToken, type ArchiveTimestamp } from './evidence-record.ts';
import { hash, recoverRoot } from './hash-tree.ts';
import { readRecord, type ReadChain } from './read-record.ts';
import { endOf, restsOf, type AlgorithmEnds } from './validity.ts';

export type RecordTrust = {
  /** All who ever vouched for the authorities, those of long ago too. */
  roots: readonly X509Certificate[];
  ends: AlgorithmEnds;
  now: Date;
  /** Timestamps that were checked before with the same roots: records share most of theirs. None by default. */
  known?: Map<string, VerifiedStamp>;
};

/** A record of which everything has been checked. */
export type VerifiedRecord = {
  /** When the data were there: the time of the first timestamp. */
  at: Date;
  /** Until when it proves it, unless it is renewed before. */
  until: Date;
  /** Oldest first. */
  stamps: VerifiedStamp[];
};

/** The record does not prove what it should; its message says why. */
export class EvidenceRecordRefused extends Error {
  override readonly name = 'EvidenceRecordRefused';
}

/** A timestamp of the record that holds, and what the next one must cover and precede. */
type Link = { stamp: VerifiedStamp; token: Buffer; until: Date };

/**
 * Checks all that a record says of the data (RFC 4998, 5.3): that its first timestamp is of them, that each was renewed
 * before its certificate and its digests ended, and that the last one holds now.
 * @throws {EvidenceRecordRefused}
 */
export function verifyEvidenceRecord(record: Buffer, data: Buffer, trust: RecordTrust): VerifiedRecord {
  const links: Link[] = [];
  const chains = read(record);
  for (const [index, chain] of chains.entries()) {
    const leaf = (algorithm: DigestAlgorithm) => leafOfData(algorithm, data, bytesOf(chains.slice(0, index)));
    addChain(links, chain, { leaf, trust });
  }
  const [first, last] = [links[0], links.at(-1)];
  if (!first || !last) throw new EvidenceRecordRefused('it has no timestamp');
  if (trust.now >= last.until) refuse(links.length, `it ended on ${day(last.until)}, and was not renewed before`);
  return { at: first.stamp.at, until: last.until, stamps: links.map(({ stamp }) => stamp) };
}

const bytesOf = (chains: readonly ReadChain[]): Buffer[] => chains.map(({ bytes }) => bytes);

function read(record: Buffer): ReadChain[] {
  try {
    return readRecord(record);
  } catch (cause) {
    if (!(cause instanceof NotDer) && !(cause instanceof StampRefused)) throw cause;
    throw new EvidenceRecordRefused(`it cannot be read: ${cause.message}`, { cause });
  }
}

type Start = { leaf: (algorithm: DigestAlgorithm) => Buffer; trust: RecordTrust };

function addChain(links: Link[], { timestamps }: ReadChain, { leaf, trust }: Start): void {
  const [first] = timestamps;
  if (!first) throw new EvidenceRecordRefused('a chain of it has no timestamp');
  for (const timestamp of timestamps) {
    const before = links.at(-1);
    const number = links.length + 1;
    if (timestamp.algorithm !== first.algorithm) refuse(number, 'its digest is not that of its chain');
    const covered = timestamp === first || !before ? leaf(first.algorithm) : leafOfToken(first.algorithm, before.token);
    const link = verifyTimestamp(timestamp, { covered, number, trust });
    if (before) requireRenewal(before, link, number);
    links.push(link);
  }
}

type Expected = { covered: Buffer; number: number; trust: RecordTrust };

function verifyTimestamp(timestamp: ArchiveTimestamp, { covered, number, trust }: Expected): Link {
  const { algorithm, reducedTree, token } = timestamp;
  const digest =
    recoverRoot(algorithm, covered, reducedTree) ?? refuse(number, 'its hash tree does not hold what it renews');
  try {
    const stamp = verifyOnce(token, { algorithm, digest }, trust);
    return { stamp, token, until: endOf(restsOf(stamp), trust.ends) };
  } catch (cause) {
    if (!(cause instanceof StampRefused)) throw cause;
    return refuse(number, cause.message, cause);
  }
}

function verifyOnce(token: Buffer, imprint: Imprint, trust: RecordTrust): VerifiedStamp {
  const key = hash('SHA-512', Buffer.from(imprint.algorithm), imprint.digest, token).toString('base64');
  const stamp = trust.known?.get(key) ?? verifyStamp(token, imprint, trust);
  trust.known?.set(key, stamp);
  return stamp;
}

function requireRenewal(before: Link, { stamp }: Link, number: number): void {
  if (stamp.at < before.stamp.at) refuse(number, 'it is older than the one that it renews');
  if (stamp.at >= before.until) refuse(number, `it came too late: the one before ended on ${day(before.until)}`);
}

function refuse(number: number, reason: string, cause?: Error): never {
  throw new EvidenceRecordRefused(`its timestamp ${number} is refused: ${reason}`, { cause });
}

const day = (instant: Date): string => instant.toISOString().slice(0, 10);
