import { journalExport, type EvidenceEntry } from '@perenne/contract/evidence';
import { digest, fromBase64, textOf, toHex, utf8, type Bytes } from './bytes.ts';
import { readAs } from './json-file.ts';
import { Broken, type Findings } from './report.ts';

const separator = '\u001F';
const names = ['journalId', 'seq', 'entryId', 'at', 'actorKind', 'actorId', 'action', 'objectId', 'result', 'details'];
const hashBytes = 32;

/** The values that an entry's hash covers. `at` is in microseconds, `details` the hash of the details in hex. */
export type Hashed = Record<(typeof names)[number], string> & {
  journalId: string;
  seq: string;
  at: string;
  objectId: string;
  details: string;
};

/** A journal whose chain holds: the hash of each entry, by `seq`. */
export type Chapter = { id: string; hashes: Map<number, string> };

/**
 * Checks every chapter of an exported journal: each hash, each link to the entry before, each visible field against
 * the bytes that are hashed, and each detail that was not erased.
 */
export async function checkJournal(json: unknown, file: string, findings: Findings): Promise<Chapter[]> {
  const { chapters } = readAs(journalExport, json, file);
  const all = chapters.flatMap(({ entries }) => entries);
  const erased = all.filter(({ details }) => details === undefined).length;
  const checked: Chapter[] = [];
  for (const { id, entries } of chapters) {
    if (entries.length > 0) await checkEntries(entries, { file, journalId: id, startsAtFirst: true });
    checked.push({ id, hashes: new Map(entries.map(({ seq, hash }) => [seq, hash])) });
  }
  const [first] = all;
  if (!first) {
    findings.leavesOpen('journalEmpty', { file });
    return checked;
  }
  const times = all.map(({ at }) => at).toSorted();
  const [from, to] = [new Date(times[0] ?? first.at), new Date(times.at(-1) ?? first.at)];
  const facts = { file, count: all.length, chapters: chapters.length, from, to };
  findings.holds('journalHolds', facts);
  if (erased > 0) findings.leavesOpen('detailsErased', { file, count: erased });
  return checked;
}

type Chain = { file: string; /** Null: that of the first entry. */ journalId: string | null; startsAtFirst: boolean };

/**
 * Checks that entries follow one another in one journal and returns what their hashes cover.
 * @throws {Broken} entryChanged, entryUnlike, entryUnchained, detailsChanged: for the first entry that does not hold
 */
export async function checkEntries(entries: readonly EvidenceEntry[], chain: Chain): Promise<Hashed[]> {
  const { file, startsAtFirst } = chain;
  const read: Hashed[] = [];
  let before: EvidenceEntry | null = null;
  for (const entry of entries) {
    const { seq } = entry;
    const isNext = before
      ? seq === before.seq + 1 && entry.previousHash === before.hash
      : isStart(entry, startsAtFirst);
    if (!isNext) throw new Broken('entryUnchained', { file, seq });
    const hashed = await openEntry(entry, file);
    const journalId = chain.journalId ?? read[0]?.['journalId'] ?? hashed.journalId;
    if (hashed.journalId !== journalId) throw new Broken('entryUnlike', { file, seq, field: 'safeId' });
    await checkDetails(entry, hashed, file);
    read.push(hashed);
    before = entry;
  }
  return read;
}

const isStart = ({ seq, previousHash }: EvidenceEntry, startsAtFirst: boolean): boolean =>
  (seq === 1) === (previousHash === null) && (!startsAtFirst || seq === 1);

/** The hash of the entry before (32 zero bytes for the first), then the values, joined by U+001F. */
async function openEntry(entry: EvidenceEntry, file: string): Promise<Hashed> {
  const { seq, hash, previousHash } = entry;
  const bytes = fromBase64(entry.canonical);
  if (!bytes || toHex(await digest('SHA-256', bytes)) !== hash) throw new Broken('entryChanged', { file, seq });
  const unlike = (field: string) => new Broken('entryUnlike', { file, seq, field });
  if (toHex(bytes.subarray(0, hashBytes)) !== (previousHash ?? '0'.repeat(2 * hashBytes))) throw unlike('previousHash');
  const values = readValues(bytes.slice(hashBytes));
  if (values?.length !== names.length) throw unlike('canonical');
  const hashed = Object.fromEntries(names.map((name, index) => [name, values[index] ?? ''])) as Hashed;
  const shown: Array<[string, string, string | undefined]> = [
    ['seq', String(seq), hashed.seq],
    ['at', String(BigInt(Date.parse(entry.at)) * 1000n), hashed.at],
    ['actor.kind', entry.actor.kind, hashed['actorKind']],
    ['actor.id', entry.actor.id ?? '', hashed['actorId']],
    ['action', entry.action, hashed['action']],
    ['result', entry.result, hashed['result']],
  ];
  for (const [field, told, covered] of shown) if (told !== covered) throw unlike(field);
  return hashed;
}

function readValues(bytes: Bytes): string[] | null {
  try {
    return textOf(bytes).split(separator);
  } catch {
    return null;
  }
}

/** SHA-256 of the JSON of salt and details, in the order of the file. */
async function checkDetails({ seq, salt, details }: EvidenceEntry, hashed: Hashed, file: string): Promise<void> {
  if (salt === undefined && details === undefined) return;
  const own = await digest('SHA-256', utf8(JSON.stringify({ salt, ...details })));
  if (toHex(own) !== hashed.details) throw new Broken('detailsChanged', { file, seq });
}
