import { concat, digest, isSame, type Bytes, type DigestName } from '../bytes.ts';
import { Broken } from '../report.ts';
import type { Trust } from '../signatures/chain.ts';
import { verifyStampOf, type Stamp } from '../signatures/stamp.ts';
import { readRecord, sequenceOf, type ArchiveTimestamp } from './evidence-record.ts';

type Recorded = { file: string; n: number; data: Bytes; trust: Trust };

/** A timestamp of the record that holds, and what the next one has to cover. */
type Link = { stamp: Stamp; token: Bytes };

/**
 * Checks an evidence record over these data (RFC 4998, 5.3): its first timestamp is of them, each other one covers what
 * it renews, and was made before a certificate of that one ended. Returns all timestamps, oldest first.
 * @throws {Broken} recordShape, renewalOther, renewalLate, and what `verifyStamp` throws
 */
export async function verifyRecord(record: string, recorded: Recorded): Promise<Stamp[]> {
  const { file, n, data } = recorded;
  const links: Link[] = [];
  const before: Bytes[] = [];
  for (const { timestamps, bytes } of readRecord(record, { file, n })) {
    const [first] = timestamps;
    if (!first) throw new Broken('recordShape', { file, n });
    for (const timestamp of timestamps) {
      const number = links.length + 1;
      if (timestamp.algorithm !== first.algorithm) throw new Broken('recordShape', { file, n });
      const renewed = links.at(-1);
      const covered =
        timestamp === first || !renewed
          ? await leafOfData(timestamp.algorithm, data, before)
          : await digest(timestamp.algorithm, renewed.token);
      const stamp = await verifyLink(timestamp, { ...recorded, covered, number });
      if (renewed) requireInTime(renewed.stamp, stamp, { file, n, number });
      links.push({ stamp, token: timestamp.token });
    }
    before.push(bytes);
  }
  if (links.length === 0) throw new Broken('recordShape', { file, n });
  return links.map(({ stamp }) => stamp);
}

/** The first timestamp of a chain covers the data, and all chains before it (RFC 4998, 5.2). */
async function leafOfData(algorithm: DigestName, data: Bytes, chains: readonly Bytes[]): Promise<Bytes> {
  const own = await digest(algorithm, data);
  return chains.length === 0 ? own : digest(algorithm, concat(own, await digest(algorithm, sequenceOf(...chains))));
}

type Covering = Recorded & { covered: Bytes; number: number };

async function verifyLink(
  { algorithm, lists, token }: ArchiveTimestamp,
  { file, n, trust, covered, number }: Covering,
): Promise<Stamp> {
  const other = new Broken('renewalOther', { file, n, number });
  const root = await rootOfLists(algorithm, covered, lists);
  if (!root) throw other;
  const imprint = (name: DigestName): Bytes => {
    if (name !== algorithm) throw other;
    return root;
  };
  try {
    return await verifyStampOf(token, { file, trust, imprint });
  } catch (error) {
    // The reader is to know which of the timestamps it is.
    throw error instanceof Broken && error.sentence.code === 'stampOther' ? other : error;
  }
}

/** The root that the lists lead to (RFC 4998, 4.3); null where the first one does not hold the leaf. */
async function rootOfLists(algorithm: DigestName, leaf: Bytes, lists: readonly Bytes[][]): Promise<Bytes | null> {
  const [first, ...others] = lists;
  if (!first) return leaf;
  if (!first.some((each) => isSame(each, leaf))) return null;
  let root = await hashSorted(algorithm, first);
  for (const list of others) root = await hashSorted(algorithm, [...list, root]);
  return root;
}

const hashSorted = (algorithm: DigestName, hashes: readonly Bytes[]): Promise<Bytes> =>
  digest(algorithm, concat(...[...hashes].sort(compareBytes)));

function compareBytes(a: Bytes, b: Bytes): number {
  const place = a.findIndex((byte, index) => byte !== b[index]);
  return (a[place] ?? 0) - (b[place] ?? 0);
}

type Renewing = { file: string; n: number; number: number };

function requireInTime(renewed: Stamp, { at }: Stamp, { file, n, number }: Renewing): void {
  const ended = renewed.witness.endsAt;
  if (at < renewed.at || at >= ended) throw new Broken('renewalLate', { file, n, number, ended });
}
