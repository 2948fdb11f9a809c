import type { KeyObject } from 'node:crypto';
import type { Owner } from '../../platform/http/actors.ts';
import { listChapters } from '../../platform/journal/chapters.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentEntry } from './evidence-entry.ts';
import { listEntriesAfter, readHeadSeq } from './journal.store.ts';

const atATime = 200;

/**
 * The journal of a safe and those that it has received, as JSON of the format `perenne-journal-1`, up to the entries
 * that are there when it begins. It is not kept in memory, however long it is.
 */
export async function* exportJournal(
  platform: Platform,
  { safeId }: Pick<Owner, 'safeId'>,
): AsyncGenerator<Buffer, void, undefined> {
  const { values } = await platform.vault.keysOf(safeId, 'owner');
  const [upTo, chapters] = await Promise.all([
    readHeadSeq(platform.db, safeId),
    listChapters(platform.db, values, safeId),
  ]);
  const journals = [
    { id: safeId, upTo },
    ...chapters.map(({ chapterId, entries }) => ({ id: chapterId, upTo: entries })),
  ];
  yield Buffer.from(`{"format":"perenne-journal-1","safeId":"${safeId}","chapters":[`);
  for (const [index, { id, upTo }] of journals.entries()) {
    yield Buffer.from(`${index === 0 ? '' : ','}{"id":"${id}","entries":[`);
    yield* exportEntries(platform, { values, journalId: id, upTo });
    yield Buffer.from(']}');
  }
  yield Buffer.from(']}');
}

type Exported = { values: KeyObject; journalId: string; upTo: number };

async function* exportEntries({ db }: Platform, { values, journalId, upTo }: Exported): AsyncGenerator<Buffer> {
  for (let after = 0; after < upTo;) {
    const rows = await listEntriesAfter(db, journalId, { after, upTo, limit: atATime });
    const last = rows.at(-1);
    if (!last) return;
    const entries = rows.map((row) => JSON.stringify(presentEntry(values, row)));
    yield Buffer.from(`${after === 0 ? '' : ','}${entries.join(',')}`);
    after = last.seq;
  }
}

/** The same for the owner who asks for it: that it was read is the next entry. */
export async function downloadJournal(platform: Platform, owner: Owner) {
  const bytes = exportJournal(platform, owner);
  // What it is to hold is known with its first bytes.
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
