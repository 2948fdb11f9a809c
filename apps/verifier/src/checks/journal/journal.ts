import { journalExport, type EvidenceEntry } from '@perenne/contract/evidence';
import { digest, fromBase64, textOf, toHex, utf8, type Bytes } from '../bytes.ts';
import { readAs } from '../json-file.ts';
import { keep } from '../keep.ts';
import { Broken, type Findings } from '../report.ts';

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
  const { safeId, chapters } = readAs(journalExport, json, file);
  const isTwice = new Set(chapters.map(({ id }) => id)).size < chapters.length;
  if (isTwice || chapters[0]?.id !== safeId)
    throw new Broken('wrongShape', { file, where: isTwice ? 'chapters' : 'safeId' });
  const all = chapters.flatMap(({ entries }) => entries);
  const erased = all.filter(({ details }) => details === undefined).length;
  const checked: Chapter[] = [];
  for (const { id, entries } of chapters) {
    if (entries.length > 0) await checkEntries(entries, { file, journalId: id, startsAtFirst: true, seen: new Map() });
    checked.push({ id, hashes: new Map(entries.map(({ seq, hash }) => [seq, hash])) });
  }
  const [first] = all;
  if (!first) {
    findings.leavesOpen('journalEmpty', { file });
    return checked;
  }
  const times = all.map(({ at }) => at).sort();
  const [from, to] = [new Date(times[0] ?? first.at), new Date(times.at(-1) ?? first.at)];
  requireReceived(chapters, file);
  const facts = { file, count: all.length, chapters: chapters.length, from, to };
  findings.holds('journalHolds', facts);
  if (erased > 0) findings.leavesOpen('detailsErased', { file, count: erased });
  return checked;
}

/** The entry of a merge names the last entry of the journal that it received: no chapter is cut, or left out. */
function requireReceived(chapters: ReadonlyArray<{ entries: readonly EvidenceEntry[] }>, file: string): void {
  const heads = new Set(chapters.map(({ entries }) => entries.at(-1)?.hash));
  for (const { seq, action, details } of chapters.flatMap(({ entries }) => entries)) {
    const head = action === 'safe.merged' ? details?.['chapterHead'] : undefined;
    if (head !== undefined && !heads.has(head)) throw new Broken('chapterCut', { file, seq });
  }
}

/** The second one: a document that waited for its owner. */
export const depositActions = ['document.deposited', 'document.recovered'];

type Chain = {
  file: string;
  /** Null: that of the first entry. */
  journalId: string | null;
  startsAtFirst: boolean;
  seen: SeenEntries;
};

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
    const hashed = await openEntry(entry, chain);
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

/** The canonical bytes of an entry hold the hash of the entry before, then its values. */
export type Canonical = { hash: string; previousHash: string; values: Hashed };

/**
 * By the text of the canonical bytes: the proofs of an archive have most entries in common, and each is computed once.
 */
export type SeenEntries = Map<string, Promise<Canonical | null>>;

const noHash = '0'.repeat(2 * hashBytes);

async function openEntry(entry: EvidenceEntry, { file, seen }: Chain): Promise<Hashed> {
  const { seq, canonical } = entry;
  const opened = await keep(seen, canonical, () => openCanonical(canonical));
  if (opened?.hash !== entry.hash) throw new Broken('entryChanged', { file, seq });
  const { previousHash, values } = opened;
  const shown: Array<[string, string, string | undefined]> = [
    ['previousHash', entry.previousHash ?? noHash, previousHash],
    ['seq', String(seq), values.seq],
    ['at', String(BigInt(Date.parse(entry.at)) * 1000n), values.at],
    ['actor.kind', entry.actor.kind, values['actorKind']],
    ['actor.id', entry.actor.id ?? '', values['actorId']],
    ['action', entry.action, values['action']],
    ['result', entry.result, values['result']],
  ];
  for (const [field, written, covered] of shown)
    if (written !== covered) throw new Broken('entryUnlike', { file, seq, field });
  return values;
}

/** 32 bytes (zeros for the first entry), then the values, joined by U+001F. Null where the bytes are not so. */
async function openCanonical(text: string): Promise<Canonical | null> {
  const bytes = fromBase64(text);
  const values = bytes && readValues(bytes.slice(hashBytes));
  if (!bytes || values?.length !== names.length) return null;
  const named = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
  return {
    hash: toHex(await digest('SHA-256', bytes)),
    previousHash: toHex(bytes.subarray(0, hashBytes)),
    values: named as Hashed,
  };
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
