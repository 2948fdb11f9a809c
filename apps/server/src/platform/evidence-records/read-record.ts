import { digestOf, type DigestAlgorithm } from '../pki/digest-algorithms.ts';
import { fieldTag, NotDer, readElements, tags, type Element } from '../pki/der.ts';
import { readImprint } from '../timestamps/stamp-digests.ts';
import type { ArchiveTimestamp } from './evidence-record.ts';

/** A chain with its bytes: a later one is over these. */
export type ReadChain = { timestamps: ArchiveTimestamp[]; bytes: Buffer };

/**
 * The chains of an EvidenceRecord (RFC 4998, 3.1). It reads no data that are encrypted for the record, and no other
 * policies. @throws {NotDer} @throws {StampRefused} a token cannot be read
 */
export function readRecord(record: Buffer): ReadChain[] {
  const [whole, ...more] = readElements(record);
  const [version, algorithms, sequence, ...others] = childrenOf(whole, tags.sequence);
  if (more.length > 0 || others.length > 0 || version?.tag !== tags.integer || !version.content.equals(Buffer.of(1)))
    throw new NotDer('it is no record of version 1, or has fields that are not read here');
  const chains = childrenOf(sequence, tags.sequence).map((chain) => ({
    timestamps: childrenOf(chain, tags.sequence).map(readTimestamp),
    bytes: chain.bytes,
  }));
  const named = new Set(
    childrenOf(algorithms, tags.sequence).map((one) => readAlgorithm(childrenOf(one, tags.sequence))),
  );
  const used = new Set(chains.flatMap(({ timestamps }) => timestamps.map(({ algorithm }) => algorithm)));
  if (used.size !== named.size || [...used].some((one) => !named.has(one)))
    throw new NotDer('it does not name its digests');
  return chains;
}

function readTimestamp(element: Element): ArchiveTimestamp {
  const parts = childrenOf(element, tags.sequence);
  const token = parts.at(-1);
  const fields = parts.slice(0, -1);
  const field = (number: number) => fields.find(({ tag }) => tag === fieldTag(number));
  if (token?.tag !== tags.sequence || fields.some(({ tag }) => tag < fieldTag(0) || tag > fieldTag(2)))
    throw new NotDer('a timestamp of it cannot be read');
  const [algorithm, tree] = [field(0), field(2)];
  return {
    algorithm: algorithm ? readAlgorithm(readElements(algorithm.content)) : readImprint(token.bytes).algorithm,
    reducedTree: tree ? childrenOf(tree, fieldTag(2)).map(readHashes) : [],
    token: token.bytes,
  };
}

const readHashes = (list: Element): Buffer[] =>
  childrenOf(list, tags.sequence).map(({ tag, content }) => {
    if (tag !== tags.octets) throw new NotDer('a hash of it cannot be read');
    return content;
  });

/** A NULL may stand for its parameters, of which it has none. */
function readAlgorithm([identifier, nothing, ...others]: Element[]): DigestAlgorithm {
  const algorithm = identifier?.tag === tags.objectIdentifier ? digestOf(dotted(identifier.content)) : null;
  const isBare = others.length === 0 && (nothing === undefined || nothing.bytes.equals(Buffer.of(5, 0)));
  if (!algorithm || !isBare) throw new NotDer('it rests on a digest that is not read here');
  return algorithm;
}

/** As `2.16.840.1.101.3.4.2.1`. */
function dotted(identifier: Buffer): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of identifier) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    numbers.push(number);
    number = 0;
  }
  const [first = 0, ...rest] = numbers;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}

function childrenOf(element: Element | undefined, tag: number): Element[] {
  if (element?.tag !== tag) throw new NotDer('a part of it is missing');
  return readElements(element.content);
}
