import type { DigestAlgorithm } from '../pki/digest-algorithms.ts';
import { encode, fieldTag, tags } from '../pki/der.ts';
import { hash } from './hash-tree.ts';

/** A timestamp of RFC 3161 over the root of a hash tree (RFC 4998, 4.1). */
export type ArchiveTimestamp = {
  /** The digest of the tree, and of the imprint in the token. */
  algorithm: DigestAlgorithm;
  /** From what is stamped up to the root; empty where the token is of it alone. */
  reducedTree: ReadonlyArray<readonly Buffer[]>;
  /** In DER. */
  token: Buffer;
};

/** Each timestamp renews the one before; all of them use one digest algorithm. */
export type Chain = readonly ArchiveTimestamp[];

/** Oldest first. Each chain renews all before it by a stronger digest (RFC 4998, 5). */
export type EvidenceRecord = readonly Chain[];

/** 2.16.840.1.101.3.4.2: the arc of the digests of NIST, each of which is one number below it. */
const digestArc = Buffer.from('6086480165030402', 'hex');
const arcNumbers: Record<DigestAlgorithm, number> = { 'SHA-256': 1, 'SHA-384': 2, 'SHA-512': 3 };

const identifierOf = (algorithm: DigestAlgorithm): Buffer =>
  encode(tags.objectIdentifier, digestArc, Buffer.of(arcNumbers[algorithm]));

/** The record in DER. */
export function encodeRecord(record: EvidenceRecord): Buffer {
  const algorithms = [...new Set(record.flatMap((chain) => chain.map(({ algorithm }) => algorithm)))];
  return encode(
    tags.sequence,
    encode(tags.integer, Buffer.of(1)),
    encode(tags.sequence, ...algorithms.map((algorithm) => encode(tags.sequence, identifierOf(algorithm)))),
    encodeSequence(record.map(encodeChain)),
  );
}

/** Chains that are in DER already, as one ArchiveTimeStampSequence. */
export const encodeSequence = (chains: readonly Buffer[]): Buffer => encode(tags.sequence, ...chains);

export const encodeChain = (chain: Chain): Buffer => encode(tags.sequence, ...chain.map(encodeTimestamp));

function encodeTimestamp({ algorithm, reducedTree, token }: ArchiveTimestamp): Buffer {
  const lists = reducedTree.map((list) => encode(tags.sequence, ...list.map((one) => encode(tags.octets, one))));
  return encode(
    tags.sequence,
    encode(fieldTag(0), identifierOf(algorithm)),
    ...(lists.length > 0 ? [encode(fieldTag(2), ...lists)] : []),
    token,
  );
}

/** A renewed timestamp covers the one before (RFC 4998, 5.2, “Timestamp Renewal”). */
export const leafOfToken = (algorithm: DigestAlgorithm, token: Buffer): Buffer => hash(algorithm, token);

/**
 * The first timestamp of a chain covers the data, and all chains before it, which are in DER (RFC 4998, 5.2,
 * “Hash-Tree Renewal”).
 */
export function leafOfData(algorithm: DigestAlgorithm, data: Buffer, chains: readonly Buffer[]): Buffer {
  const digest = hash(algorithm, data);
  return chains.length === 0 ? digest : hash(algorithm, digest, hash(algorithm, encodeSequence(chains)));
}
