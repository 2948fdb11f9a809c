import fc from 'fast-check';
import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasBouncyCastle, judgeRecords } from '../../testing/servers/bouncy-castle.ts';
import { hasOpenssl, startOpensslAuthority } from '../../testing/servers/openssl-authority.ts';
import { makeStamper, type Stamper } from '../../testing/servers/stamper.ts';
import { systemClock } from '../time/clock.ts';
import { readCertificates } from '../pki/certificates.ts';
import { connectTimestamps } from '../timestamps/rfc3161.ts';
import { encode, readElements, tags, toDer } from '../pki/der.ts';
import type { DigestAlgorithm } from '../pki/digest-algorithms.ts';
import { encodeChain, encodeRecord, leafOfData, leafOfToken, type ArchiveTimestamp } from './evidence-record.ts';
import { buildTree, hash, neighboursOf, recoverRoot, reduceTree, rootOf } from './hash-tree.ts';
import { readRecord } from './read-record.ts';
import { EvidenceRecordRefused, verifyEvidenceRecord } from './verify-record.ts';

if (!hasBouncyCastle)
  console.warn('Bouncy Castle did not judge the evidence records: libbcpkix-java or a JDK is not installed.');

const year = (number: number): Date => new Date(`${number}-06-01T00:00:00Z`);
const data = Buffer.from('{"what":"is kept"}');
const neighbours = ['a', 'b', 'c', 'd'].map((text) => hash('SHA-256', Buffer.from(text)));

/** A timestamp over a tree in which the leaf is among others. */
async function stampTree(by: Stamper, at: Date, { algorithm, leaf, among }: Tree): Promise<ArchiveTimestamp> {
  const tree = buildTree(algorithm, [...among, leaf]);
  const token = await by.stamp({ algorithm, digest: rootOf(tree) }, at);
  return { algorithm, reducedTree: reduceTree(leaf, neighboursOf(tree, among.length)), token };
}
type Tree = { algorithm: DigestAlgorithm; leaf: Buffer; among: Buffer[] };

let first: Stamper;
let second: Stamper;
let third: Stamper;
let stamps: [ArchiveTimestamp, ArchiveTimestamp, ArchiveTimestamp];
let record: Buffer;
const trust = () => ({
  roots: [first.root, second.root, third.root],
  ends: new Map([['SHA-256', year(2046)] as const]),
  now: year(2050),
});
beforeAll(async () => {
  first = makeStamper({ from: year(2025), to: year(2036) });
  second = makeStamper({ from: year(2030), to: year(2050) });
  third = makeStamper({ from: year(2040), to: year(2060), digest: 'SHA-512' });
  const token = await first.stamp({ algorithm: 'SHA-256', digest: hash('SHA-256', data) }, year(2026));
  const initial: ArchiveTimestamp = { algorithm: 'SHA-256', reducedTree: [], token };
  const leaf = leafOfToken('SHA-256', token);
  const renewed = await stampTree(second, year(2035), { algorithm: 'SHA-256', leaf, among: neighbours });
  const older = [encodeChain([initial, renewed])];
  const rehashed = await stampTree(third, year(2045), {
    algorithm: 'SHA-512',
    leaf: leafOfData('SHA-512', data, older),
    among: [hash('SHA-512', Buffer.from('x'))],
  });
  stamps = [initial, renewed, rehashed];
  record = encodeRecord([[initial, renewed], [rehashed]]);
});

describe('the hash tree', () => {
  it('leads from each leaf to the root, and from nothing else', () => {
    const leaves = fc.uniqueArray(fc.uint8Array({ minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(leaves, (contents) => {
        const hashes = contents.map((content) => hash('SHA-256', Buffer.from(content.join())));
        const tree = buildTree('SHA-256', hashes);
        const other = hash('SHA-256', Buffer.from('another'));
        for (const [position, leaf] of hashes.entries()) {
          const reduced = reduceTree(leaf, neighboursOf(tree, position));
          expect(recoverRoot('SHA-256', leaf, reduced)).toEqual(rootOf(tree));
          expect(reduced.length).toBeLessThanOrEqual(Math.ceil(Math.log2(hashes.length)));
          expect(recoverRoot('SHA-256', other, reduced)).toEqual(hashes.length > 1 ? null : other);
        }
      }),
    );
  });

  it('is that of the example of RFC 4998, 4.2: three lists, in the order of their bytes', () => {
    const sorted = (...hashes: Buffer[]) => hash('SHA-256', ...hashes.toSorted(Buffer.compare));
    const [h1, h2, h3, h4] = neighbours as [Buffer, Buffer, Buffer, Buffer];
    const tree = buildTree('SHA-256', [h1, h2, h3, h4]);
    expect(rootOf(tree)).toEqual(sorted(sorted(h1, h2), sorted(h3, h4)));
    expect(reduceTree(h3, neighboursOf(tree, 2))).toEqual([[h3, h4].toSorted(Buffer.compare), [sorted(h1, h2)]]);
  });
});

describe('an evidence record', () => {
  it('proves the data from its first timestamp to the end of its last', () => {
    const { at, until, stamps: verified } = verifyEvidenceRecord(record, data, trust());
    expect([at, until, verified.length]).toEqual([year(2026), year(2060), 3]);
  });

  it('is read as it was written', () => {
    const read = readRecord(record);
    expect(read.map(({ timestamps }) => timestamps)).toEqual([[stamps[0], stamps[1]], [stamps[2]]]);
    expect(encodeRecord(read.map(({ timestamps }) => timestamps))).toEqual(record);
  });

  it.each([
    ['other data', () => [record, Buffer.from('other')], {}, /timestamp 1 .* of another digest/],
    [
      'a last timestamp that has ended',
      () => [record, data],
      { now: year(2061) },
      /timestamp 3 .* ended on 2060-06-01/,
    ],
    ['an unknown root', () => [record, data], { roots: [] }, /timestamp 1 .* no trusted authority/],
    ['no renewal', () => [encodeRecord([[stamps[0]]]), data], {}, /timestamp 1 .* ended on 2036-06-01, and was not/],
    ['a renewal of another', () => [encodeRecord([[stamps[1]]]), data], {}, /timestamp 1 .* hash tree does not hold/],
    [
      'a chain that is missing',
      () => [encodeRecord([[stamps[0]], [stamps[2]]]), data],
      {},
      /timestamp 2 .* does not hold/,
    ],
    [
      'a digest that ended before the next chain',
      () => [record, data],
      { ends: new Map([['SHA-256', year(2044)] as const]) },
      /timestamp 3 .* too late: the one before ended on 2044-06-01/,
    ],
    [
      'a digest that ended since',
      () => [record, data],
      { ends: new Map([['SHA-512', year(2049)] as const]) },
      /timestamp 3 .* ended on 2049-06-01/,
    ],
    ['two digests in a chain', () => [encodeRecord([stamps]), data], {}, /timestamp 3 .* not that of its chain/],
    ['no timestamp', () => [encodeRecord([]), data], {}, /no timestamp/],
    ['bytes that follow', () => [Buffer.concat([record, Buffer.of(5, 0)]), data], {}, /cannot be read/],
  ] as const)('is refused for %s', (_name, made, other, sentence) => {
    const [bytes, of] = made() as [Buffer, Buffer];
    expect(() => verifyEvidenceRecord(bytes, of, { ...trust(), ...other })).toThrow(sentence);
  });

  it('is refused where a renewal came after the end of the certificate', async () => {
    const leaf = leafOfToken('SHA-256', stamps[0].token);
    const late = await stampTree(second, year(2037), { algorithm: 'SHA-256', leaf, among: neighbours });
    const judged = () => verifyEvidenceRecord(encodeRecord([[stamps[0], late]]), data, { ...trust(), now: year(2040) });
    expect(judged).toThrow(/timestamp 2 .* too late: the one before ended on 2036-06-01/);
  });

  it('is refused wherever a byte is changed', () => {
    for (let at = 0; at < record.length; at += 37) {
      const changed = Buffer.from(record);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(() => verifyEvidenceRecord(changed, data, trust()), `byte ${at}`).toThrow(EvidenceRecordRefused);
    }
  });

  it.runIf(hasBouncyCastle)('is judged alike by Bouncy Castle', async () => {
    const changed = Buffer.from(record);
    changed[record.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    const cases = [record, encodeRecord([[stamps[0], stamps[1]]]), encodeRecord([[stamps[0]], [stamps[2]]]), changed];
    const verdicts = await judgeRecords(
      [...cases.map((one) => ({ record: one, data })), { record, data: Buffer.from('other') }],
      { ...trust(), now: new Date('2050-05-01T00:00:00Z') },
    );
    expect(verdicts).toEqual([
      'holds since 2026-06-01T00:00:00Z by 3 timestamps',
      expect.stringMatching(/^refused: the last timestamp ended on 2046-06-01/),
      expect.stringMatching(/^refused/),
      expect.stringMatching(/^refused/),
      expect.stringMatching(/^refused/),
    ]);
  });
});

describe.runIf(hasOpenssl)('a record of a timestamp by `openssl ts`', () => {
  it('holds once that one has ended, here and in Bouncy Castle', async () => {
    const openssl = await startOpensslAuthority();
    const roots = [...readCertificates(openssl.ca), second.root];
    const parts = { clock: systemClock(), log: pino({ enabled: false }) };
    const authority = connectTimestamps({ urls: [openssl.url], roots: async () => roots }, parts);
    const { token, at } = await authority.stamp({ algorithm: 'SHA-512', digest: hash('SHA-512', data) });
    await openssl.stop();
    const initial: ArchiveTimestamp = { algorithm: 'SHA-512', reducedTree: [], token: toDer(token) };
    const leaf = leafOfToken('SHA-512', initial.token);
    const later = makeStamper({ from: at, to: year(2060) });
    const soon = new Date(at.getTime() + 20 * 86_400_000);
    const among = [hash('SHA-512', Buffer.from('x')), hash('SHA-512', Buffer.from('y'))];
    const renewed = await stampTree(later, soon, { algorithm: 'SHA-512', leaf, among });
    const world = { roots: [...roots, later.root], ends: new Map(), now: year(2055) };
    const whole = encodeRecord([[initial, renewed]]);
    expect(verifyEvidenceRecord(whole, data, world)).toMatchObject({ at, until: year(2060) });
    expect(() => verifyEvidenceRecord(encodeRecord([[initial]]), data, world)).toThrow(/timestamp 1 .* it ended on/);
    const verdicts = hasBouncyCastle ? await judgeRecords([{ record: whole, data }], world) : ['holds'];
    expect(verdicts).toEqual([expect.stringMatching(/^holds/)]);
  });
});

describe('DER', () => {
  it('takes the place of indefinite lengths and of strings in pieces', () => {
    const pieces = Buffer.from('3080248004010104020203000004010900 00'.replaceAll(' ', ''), 'hex');
    expect(toDer(pieces).toString('hex')).toBe('30080403010203040109');
    const { token } = stamps[0];
    expect(toDer(token)).toEqual(token);
    const [{ content } = { content: token }] = readElements(token);
    expect(toDer(Buffer.concat([Buffer.of(0x30, 0x80), content, Buffer.of(0, 0)]))).toEqual(token);
  });

  it('has lengths of any size, each in its shortest form', () => {
    for (const size of [0, 127, 128, 255, 256, 65_536]) {
      const [element] = readElements(encode(tags.octets, Buffer.alloc(size, 7)));
      expect(element?.content.length).toBe(size);
    }
    expect(() => readElements(Buffer.from('04810101', 'hex'))).toThrow('shortest form');
    expect(() => readElements(Buffer.from('0403', 'hex'))).toThrow('not whole');
  });
});
