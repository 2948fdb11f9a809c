import { Constructed, fromBER, Integer, Null, ObjectIdentifier, OctetString, Sequence, type BaseBlock } from 'asn1js';
import { concat, fromBase64, type Bytes, type DigestName } from '../bytes.ts';
import { digestNameOf } from '../signatures/cms.ts';
import { Broken } from '../report.ts';
import { isWellFormed } from '../signatures/well-formed.ts';

/** A timestamp over the root of a hash tree. `lists` lead from what it covers to that root; empty where it is the root. */
export type ArchiveTimestamp = { algorithm: DigestName; lists: Bytes[][]; token: Bytes };

/** Timestamps of one digest, each of which renews the one before. `bytes`: as the record writes them. */
export type Chain = { timestamps: ArchiveTimestamp[]; bytes: Bytes };

type Read = { file: string; n: number };

/**
 * Reads an EvidenceRecord (RFC 4998, 3.1) without parts for encryption, of which this service writes none.
 * @throws {Broken} recordShape, algorithmUnknown
 */
export function readRecord(record: string, read: Read): Chain[] {
  const der = fromBase64(record);
  if (!der || !isWellFormed(der)) throw misshapen(read);
  try {
    const [version, algorithms, sequence, ...others] = partsOf(fromBER(der).result, Sequence);
    if (others.length > 0 || !(version instanceof Integer) || version.valueBlock.valueDec !== 1) throw misshapen(read);
    const named = partsOf(algorithms, Sequence).map((each) => readAlgorithm(partsOf(each, Sequence), read));
    const chains = partsOf(sequence, Sequence).map((chain) => ({
      timestamps: partsOf(chain, Sequence).map((each) => readTimestamp(each, read)),
      bytes: bytesOf(chain),
    }));
    const used = new Set(chains.flatMap(({ timestamps }) => timestamps.map(({ algorithm }) => algorithm)));
    if (used.size !== named.length || named.some((each) => !used.has(each))) throw misshapen(read);
    return chains;
  } catch (error) {
    // Changed bytes may make any value be of another kind than expected; see `withinShape`.
    throw error instanceof Broken ? error : misshapen(read);
  }
}

const misshapen = ({ file, n }: Read): Broken => new Broken('recordShape', { file, n });

function readTimestamp(element: BaseBlock, read: Read): ArchiveTimestamp {
  const parts = partsOf(element, Sequence);
  const token = parts.at(-1);
  const fields = parts.slice(0, -1);
  const numbers = fields.map(({ idBlock }) => (idBlock.tagClass === 3 ? idBlock.tagNumber : -1));
  // Digest, attributes and lists, in this order.
  const isOrdered = numbers.every((number, index) => number <= 2 && number > (numbers[index - 1] ?? -1));
  if (!(token instanceof Sequence) || !isOrdered) throw misshapen(read);
  const lists = fields[numbers.indexOf(2)];
  return {
    algorithm: readAlgorithm(partsOf(fields[numbers.indexOf(0)], Constructed), read),
    lists: lists ? partsOf(lists, Constructed).map(readList) : [],
    token: bytesOf(token),
  };
}

const readList = (list: BaseBlock): Bytes[] =>
  partsOf(list, Sequence).map((hash) => {
    if (!(hash instanceof OctetString)) throw new TypeError('a hash is none');
    return new Uint8Array(hash.valueBlock.valueHexView);
  });

function readAlgorithm([identifier, nothing, ...others]: BaseBlock[], { file, n }: Read): DigestName {
  const isBare = others.length === 0 && (nothing === undefined || nothing instanceof Null);
  if (!(identifier instanceof ObjectIdentifier) || !isBare) throw misshapen({ file, n });
  return digestNameOf(identifier.getValue(), file);
}

const bytesOf = (element: BaseBlock): Bytes => new Uint8Array(element.valueBeforeDecodeView);

/** @throws {TypeError} where the element is of another kind */
function partsOf(element: BaseBlock | undefined, kind: typeof Constructed): BaseBlock[] {
  if (!(element instanceof kind)) throw new TypeError('an element is of another kind');
  return element.valueBlock.value;
}

/** The DER of the SEQUENCE of these elements. */
export function sequenceOf(...elements: readonly Bytes[]): Bytes {
  const content = concat(...elements);
  if (content.length < 128) return concat(Uint8Array.of(0x30, content.length), content);
  const digits: number[] = [];
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return concat(Uint8Array.of(0x30, 128 + digits.length, ...digits), content);
}
