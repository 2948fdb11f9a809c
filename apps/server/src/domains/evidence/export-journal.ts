import type { KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { EvidenceEntry } from '@perenne/contract/evidence';
import type { Owner } from '../../platform/http/actors.ts';
import { listChapters } from '../../platform/journal/chapters.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentEntry } from './evidence-entry.ts';
import { listEntriesAfter, readHeadSeq } from './journal.store.ts';

const atATime = 200;
/** After so many, others have their turn: the thread that opens them answers everybody. */
const inTurn = 10;

/** The journal of a safe: its own, or that of a safe which it has received. Entries come some at a time, oldest first. */
export type ReadChapter = { id: string; groups: AsyncGenerator<EvidenceEntry[], void, undefined> };

/**
 * The journal of a safe first, then those that it has received, up to the entries that are there when this begins. They
 * are not kept in memory, however many there are.
 */
export async function* readJournal(
  platform: Platform,
  { safeId }: Pick<Owner, 'safeId'>,
): AsyncGenerator<ReadChapter, void, undefined> {
  const keys = await platform.vault.keysOf(safeId, 'owner');
  const [upTo, chapters] = await Promise.all([
    readHeadSeq(platform.db, safeId),
    listChapters(platform.db, keys.values, safeId),
  ]);
  const journals = [
    { id: safeId, key: keys.journal, upTo },
    ...chapters.map(({ chapterId, key, entries }) => ({ id: chapterId, key, upTo: entries })),
  ];
  for (const journal of journals) yield { id: journal.id, groups: readEntries(platform, journal) };
}

type Read = { id: string; key: KeyObject; upTo: number };

async function* readEntries(
  { db }: Platform,
  { id, key, upTo }: Read,
): AsyncGenerator<EvidenceEntry[], void, undefined> {
  for (let after = 0; after < upTo;) {
    const rows = await listEntriesAfter(db, id, { after, upTo, limit: atATime });
    const last = rows.at(-1);
    if (!last) return;
    for (let at = 0; at < rows.length; at += inTurn) {
      await setImmediate();
      yield rows.slice(at, at + inTurn).map((row) => presentEntry(key, row));
    }
    after = last.seq;
  }
}

/** The same as JSON of the format `perenne-journal-1`. */
export async function* exportJournal(
  platform: Platform,
  { safeId }: Pick<Owner, 'safeId'>,
): AsyncGenerator<Buffer, void, undefined> {
  let isFirst = true;
  for await (const { id, groups } of readJournal(platform, { safeId })) {
    const head = isFirst ? `{"format":"perenne-journal-1","safeId":"${safeId}","chapters":[` : ',';
    yield Buffer.from(`${head}{"id":"${id}","entries":[`);
    isFirst = false;
    yield* exportEntries(groups);
    yield Buffer.from(']}');
  }
  yield Buffer.from(']}');
}

async function* exportEntries(groups: AsyncIterable<EvidenceEntry[]>): AsyncGenerator<Buffer> {
  let separator = '';
  for await (const entries of groups) {
    yield Buffer.from(separator + entries.map((entry) => JSON.stringify(entry)).join(','));
    separator = ',';
  }
}

/** The same for the owner who asks for it: that it was read is the next entry. */
export async function downloadJournal(platform: Platform, owner: Owner) {
  const bytes = exportJournal(platform, owner);
  // The export reads what it will hold before its first bytes leave.
  const first = await bytes.next();
  await appendJournal(platform.relaxedDb, platform, {
    ...{ safeId: owner.safeId, actor: { kind: 'owner' }, action: 'journal.read' },
    details: { address: owner.address },
  });
  return restOf(first, bytes);
}

async function* restOf(first: IteratorResult<Buffer, void>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (!first.done) yield first.value;
  yield* rest;
}
