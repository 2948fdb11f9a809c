import type { KeyObject } from 'node:crypto';
import type { Checkpoint, DocumentProof, EvidenceEntry } from '@perenne/contract/evidence';
import { verifyIntegrity } from '../documents/documents.ts';
import { DomainError } from '../../platform/domain-error.ts';
import { groupsOf } from '../../platform/groups.ts';
import type { Owner } from '../../platform/http/actors.ts';
import { journalKeyOf } from '../../platform/journal/chapters.ts';
import type { Platform } from '../../platform/platform.ts';
import { findCheckpoints } from './checkpoints.store.ts';
import { presentBareEntry, presentEntry } from './evidence-entry.ts';
import { findLoggedDeposits, listPassages, type EntryRow, type LoggedDeposit, type Passage } from './journal.store.ts';
import { readRanges } from './log.store.ts';
import { hashLeaf, inclusionRanges, type LeafRange } from './merkle.rules.ts';
import { presentCheckpoints } from './renewal/read-records.ts';

/** A document whose content was read, and its digests in hex. */
export type ReadDocument = { documentId: string; sha256: string; sha512: string };

/**
 * Reads the content to its end first: nothing is proved of one that is damaged.
 * @throws {DomainError} DocumentNotFound, DocumentDamaged, ProofNotReady
 */
export async function proveDocument(platform: Platform, owner: Owner, documentId: string): Promise<DocumentProof> {
  const { intact, sha256, sha512 } = await verifyIntegrity(platform, owner, documentId);
  if (!intact) throw new DomainError('DocumentDamaged');
  const documents = [{ documentId: documentId.toLowerCase(), sha256, sha512 }];
  for await (const proof of proveGroup(platform, { safeId: owner.safeId, documents })) return proof;
  throw new DomainError('ProofNotReady');
}

/** A group outlives some collections of young garbage: one of 64 documents filled the old generation with what it read. */
const atATime = 16;

/**
 * The proofs of documents of a safe, in the order in which these come. One whose entry no checkpoint holds yet has
 * none. The documents are not kept in memory, however many come.
 */
export async function* proveDocuments(
  platform: Platform,
  { safeId, documents }: { safeId: string; documents: AsyncIterable<ReadDocument> },
): AsyncGenerator<DocumentProof, void, undefined> {
  for await (const group of groupsOf(documents, atATime)) yield* proveGroup(platform, { safeId, documents: group });
}

type Group = { safeId: string; documents: readonly ReadDocument[] };

/** A deposit that the log holds. */
type Proven = Omit<LoggedDeposit, 'leaf'> & { leaf: NonNullable<LoggedDeposit['leaf']> };

/** A proof is made when it is asked for: together they are much larger than what they are made of. */
async function* proveGroup(platform: Platform, { safeId, documents }: Group): AsyncGenerator<DocumentProof, void> {
  const { db, vault } = platform;
  const ids = documents.map(({ documentId }) => documentId);
  const deposits = (await findLoggedDeposits(db, safeId, ids)).filter(isLogged);
  if (deposits.length === 0) return;
  const [keys, checkpoints, rows] = await Promise.all([
    vault.keysOf(safeId, 'owner'),
    findCheckpoints(
      db,
      deposits.map(({ leaf }) => leaf.checkpoint),
    ),
    listPassages(db, passagesOf(deposits), ids),
  ]);
  const journalKeys = new Map<string, KeyObject>();
  for (const journalId of new Set(deposits.map((deposit) => deposit.journalId)))
    journalKeys.set(journalId, await journalKeyOf(db, keys, { safeId, journalId }));
  const presented = await presentCheckpoints(db, checkpoints);
  const byNumber = new Map(presented.map((checkpoint) => [checkpoint.n, checkpoint]));
  const placed = deposits.map((deposit) => {
    const checkpoint = byNumber.get(deposit.leaf.checkpoint);
    if (!checkpoint) throw new Error(`there is no checkpoint ${deposit.leaf.checkpoint}`);
    const path = inclusionRanges(deposit.leaf.index, { from: 0, to: checkpoint.size });
    return { deposit, checkpoint, path };
  });
  const hashOf = await readRanges(
    db,
    placed.flatMap(({ path }) => path),
  );
  // Documents that came one after the other share most of their entries.
  const entries = rows.map((row) => ({ row, bare: presentBareEntry(row) }));
  const byDocument = new Map(placed.map((one) => [one.deposit.documentId, { ...one, entries, journalKeys, hashOf }]));
  for (const document of documents) {
    const found = byDocument.get(document.documentId);
    if (found) yield proofOf(document, found);
  }
}

const isLogged = (deposit: LoggedDeposit): deposit is Proven => deposit.leaf !== null;

/** One for each leaf: documents that came one after the other share it. */
function passagesOf(deposits: readonly Proven[]): Passage[] {
  const passages = new Map<number, Passage>();
  for (const { journalId, seq, leaf } of deposits) {
    const from = Math.min(seq, passages.get(leaf.index)?.from ?? seq);
    passages.set(leaf.index, { journalId, from, to: leaf.seq });
  }
  return [...passages.values()];
}

type Found = {
  deposit: Proven;
  checkpoint: Checkpoint;
  path: readonly LeafRange[];
  entries: ReadonlyArray<{ row: EntryRow; bare: EvidenceEntry }>;
  journalKeys: ReadonlyMap<string, KeyObject>;
  hashOf: (range: LeafRange) => Buffer;
};

/** Nothing is judged here: whoever checks the proof finds what does not fit. */
function proofOf({ documentId, sha256, sha512 }: ReadDocument, found: Found): DocumentProof {
  const { deposit, checkpoint, path, entries, journalKeys, hashOf } = found;
  const { journalId, seq, leaf } = deposit;
  const key = journalKeys.get(journalId);
  if (!key) throw new Error('a journal has no key');
  const journal = entries
    .filter(({ row }) => row.safeId === journalId && row.seq >= seq && row.seq <= leaf.seq)
    .map(({ row, bare }) => (row.objectId === documentId ? presentEntry(key, row) : bare));
  const [entry] = journal;
  if (!entry) throw new Error('the entry of a deposit is missing');
  return {
    format: 'perenne-proof-1',
    // A document that waited for its owner was deposited before it arrived.
    document: { id: documentId, sha256, sha512, depositedAt: entry.details?.['depositedAt'] ?? entry.at },
    journal,
    inclusion: {
      leafIndex: leaf.index,
      treeSize: checkpoint.size,
      leafHash: hashLeaf(leaf.head).toString('hex'),
      path: path.map((range) => hashOf(range).toString('hex')),
    },
    checkpoint,
  };
}
