import { createHash, type KeyObject } from 'node:crypto';
import { entryValues, hashEntry, noHash } from '../../../platform/journal/entry-hash.ts';
import { journalKeyOf } from '../../../platform/journal/chapters.ts';
import { openDetailsText } from '../../../platform/journal/journal.ts';
import { KeyRefused } from '../../../platform/keys/keys.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { UnknownSafe } from '../../../platform/sealing/vault.ts';
import { listEntriesAfter, type EntryRow } from '../journal.store.ts';
import type { Auditor, Counts, Fault } from './auditor.ts';
import { findHeadless, listHeads, type AuditedHead } from './verify.store.ts';

const headsAtATime = 200;
const entriesAtATime = 500;

/** Follows the chain of every journal from its first entry to its head, and opens the details that have a key. */
export async function* verifyJournals(auditor: Auditor, counts: Counts): AsyncGenerator<Fault> {
  for (let after: string | null = null; ;) {
    const heads = await listHeads(auditor.db, after, headsAtATime);
    for (const head of heads) yield* verifyJournal(auditor, head, counts);
    const last = heads.at(-1);
    if (!last) break;
    after = last.journalId;
  }
  for (const { journalId } of await findHeadless(auditor.db))
    yield { where: `safe ${journalId}`, cause: 'the head of the journal was removed' };
}

async function* verifyJournal(auditor: Auditor, head: AuditedHead, counts: Counts): AsyncGenerator<Fault> {
  const { journalId } = head;
  const where = `safe ${journalId}`;
  const { key, fault } = await keyOf(auditor, head);
  if (fault !== undefined) yield { where, cause: fault };
  let before: Link = { seq: 0, hash: noHash };
  counts.journals += 1;
  for (;;) {
    const page = { after: before.seq, upTo: head.seq, limit: entriesAtATime };
    const rows = await listEntriesAfter(auditor.db, journalId, page);
    for (const row of rows) {
      for (const cause of faultsOfEntry(row, before, key))
        yield { where: `safe ${journalId}, entry ${row.seq}`, cause };
      before = row;
    }
    counts.entries += rows.length;
    if (rows.length < entriesAtATime) break;
  }
  if (before.seq < head.seq) yield { where, cause: `${entries(before.seq + 1, head.seq)} removed` };
  else if (!before.hash.equals(head.hash)) yield { where, cause: 'the head of the journal is not its last entry' };
  if (head.lastSeq !== null && head.lastSeq > head.seq)
    yield { where, cause: `${entries(head.seq + 1, head.lastSeq)} after the head of the journal` };
}

const entries = (from: number, to: number): string =>
  from === to ? `entry ${from} was` : `entries ${from} to ${to} were`;

type JournalKey = { key: KeyObject | null; fault?: string };

/** Null if nobody can open its details: the safe was destroyed, or the key was changed. */
async function keyOf({ db, vault }: Auditor, { journalId, keyHolderId }: AuditedHead): Promise<JournalKey> {
  try {
    const keys = await vault.keysOf(keyHolderId, 'background');
    return { key: await journalKeyOf(db, keys, { safeId: keyHolderId, journalId }) };
  } catch (error) {
    if (error instanceof UnknownSafe) return { key: null };
    if (error instanceof SealBroken || error instanceof KeyRefused)
      return { key: null, fault: 'the key of its details was changed: it does not open' };
    throw error;
  }
}

type Link = { seq: number; hash: Buffer };

function faultsOfEntry(row: EntryRow, before: Link, key: KeyObject | null): string[] {
  const faults: string[] = [];
  if (row.seq > before.seq + 1) faults.push(`${entries(before.seq + 1, row.seq - 1)} removed`);
  else if (!row.prevHash.equals(before.hash)) faults.push('it does not follow from the entry before it');
  if (!hashEntry(row.prevHash, entryValues(row)).equals(row.hash))
    faults.push('it was changed: its hash is not that of what it says');
  const fault = key && faultOfDetails(row, key);
  return fault === null ? faults : [...faults, fault];
}

function faultOfDetails({ safeId, sealed, detailHash }: EntryRow, key: KeyObject): string | null {
  if (!sealed) return 'its details are missing';
  try {
    const text = openDetailsText(key, safeId, { detailHash, sealed });
    const isSame = createHash('sha256').update(text).digest().equals(detailHash);
    return isSame ? null : 'its details are not those that were recorded';
  } catch (error) {
    if (error instanceof SealBroken) return 'its details were changed: they do not open';
    throw error;
  }
}
