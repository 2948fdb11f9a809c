import type { Checkpoint } from '@perenne/contract/evidence';
import { compareInOrder, holdCheckpoint, type HeldCheckpoint } from '../log/compare-checkpoints.ts';
import { verifyCheckpointSeal, verifyCheckpointStamps } from '../log/checkpoint.ts';
import type { KnownFiles } from './file-list.ts';
import type { DescribedDocument } from './fnta-manifest.ts';
import type { Chapter } from '../journal/journal.ts';
import { keep } from '../keep.ts';
import type { CheckedProof } from '../journal/proof.ts';
import type { Findings } from '../report.ts';
import type { Trust } from '../signatures/chain.ts';
import { findByKid } from '../signatures/seal.ts';

/** By file; null is one that does not hold by itself, and was reported. */
export type ArchivedProofs = Map<string, CheckedProof | null>;

type Archived = {
  files: KnownFiles;
  proofs: ArchivedProofs;
  /** Null where the manifest cannot be read, which was reported. */
  described: readonly DescribedDocument[] | null;
  /** Null where the journal does not hold, which was reported. */
  chapters: readonly Chapter[] | null;
  trust: Trust;
};

/**
 * Checks that each document has its proof, over its own content and the journal of the archive, and the checkpoints,
 * which it returns.
 */
export async function checkArchivedProofs(archived: Archived, findings: Findings): Promise<HeldCheckpoint[]> {
  const { proofs, trust } = archived;
  if (archived.described) compareDocuments(archived, archived.described, findings);
  return checkCheckpoints(proofs, trust, findings);
}

function compareDocuments(
  { files, proofs, chapters }: Archived,
  described: readonly DescribedDocument[],
  findings: Findings,
): void {
  const whole = described.filter((each) => each.file !== null);
  const journal = chapters && new Map(chapters.map(({ id, hashes }) => [id, hashes]));
  let count = 0;
  for (const document of whole) {
    const name = `preuves/${document.id}.json`;
    const proof = proofs.get(name);
    if (proof === undefined) findings.leavesOpen('proofMissing', { file: name, document: document.file ?? '' });
    else if (proof && fitsDocument(proof, { document, files }, findings) && fitsJournal(proof, journal, findings))
      // A document that is missing was reported: its proof proves nothing here.
      count += files.has(document.file ?? '') ? 1 : 0;
  }
  const expected = new Set(whole.map(({ id }) => `preuves/${id}.json`));
  for (const file of proofs.keys()) if (!expected.has(file)) findings.fails('proofUnused', { file });
  if (count > 0) findings.holds('proofsHold', { count });
}

type Beside = { document: DescribedDocument; files: KnownFiles };

function fitsDocument(proof: CheckedProof, { document, files }: Beside, findings: Findings): boolean {
  const file = files.get(document.file ?? '');
  const { id, sha256, sha512 } = proof.document;
  const isIt = id === document.id && (!file || (file.sha256 === sha256 && file.sha512 === sha512));
  if (!isIt) findings.fails('proofOtherDocument', { file: proof.file, document: document.file ?? '' });
  return isIt;
}

function fitsJournal(
  { file, journalId, entries }: CheckedProof,
  journal: ReadonlyMap<string, ReadonlyMap<number, string>> | null,
  findings: Findings,
): boolean {
  if (!journal) return true;
  const hashes = journal.get(journalId);
  const other = entries.find(({ seq, hash }) => hashes?.get(seq) !== hash);
  if (!other) return true;
  const end = hashes?.size ?? 0;
  if (hashes && other.seq > end) findings.fails('journalCut', { file, seq: other.seq, end });
  else findings.fails('proofOtherJournal', { file, seq: other.seq });
  return false;
}

/** A chain alone can be made anew from its first entry on: it takes a proof to show that it was not. */
export function compareJournal(
  chapters: readonly Chapter[],
  { file, proofs }: { file: string; proofs: readonly CheckedProof[] },
  findings: Findings,
): void {
  const journal = new Map(chapters.map(({ id, hashes }) => [id, hashes]));
  const own = proofs.filter(({ journalId }) => journal.has(journalId));
  if (own.length === 0) findings.leavesOpen('journalAlone', { file });
  for (const proof of own)
    if (fitsJournal(proof, journal, findings))
      findings.holds('journalProven', { file, proof: proof.file, seq: proof.entries.at(-1)?.seq ?? 0 });
}

/** Each checkpoint once, however many proofs lead to it: the first of these gives it its name. */
async function checkCheckpoints(proofs: ArchivedProofs, trust: Trust, findings: Findings): Promise<HeldCheckpoint[]> {
  const checkpoints = new Map<Checkpoint, string>();
  for (const proof of proofs.values())
    if (proof && !checkpoints.has(proof.checkpoint)) checkpoints.set(proof.checkpoint, proof.file);
  const strangers = await reportStrangers(checkpoints, trust, findings);
  let sealed = 0;
  const times: Date[] = [];
  const ended: Date[] = [];
  for (const [checkpoint, file] of checkpoints) {
    await findings.try(async () => {
      if (strangers.has(checkpoint.seal.kid)) return;
      findings.rely(await verifyCheckpointSeal(checkpoint, file, trust));
      sealed += 1;
    });
    await findings.try(async () => {
      const stamps = await verifyCheckpointStamps(checkpoint, file, trust);
      for (const { witness } of stamps) findings.rely(witness);
      const until = stamps.at(-1)?.witness.endsAt ?? trust.now;
      if (until <= trust.now) ended.push(until);
      times.push(stamps[0].at);
    });
  }
  if (sealed > 0) findings.holds('checkpointsSealed', { count: sealed });
  const [from, ...later] = times.sort((a, b) => a.getTime() - b.getTime());
  if (from) findings.holds('checkpointsStamped', { count: times.length, from, to: later.at(-1) ?? from });
  if (ended.length > 0) findings.leavesOpen('checkpointsEnded', { count: ended.length });
  const held = await Promise.all([...checkpoints].map(([checkpoint, file]) => holdCheckpoint(checkpoint, file)));
  compareInOrder(held, findings);
  return held;
}

/** A seal that has gone may have sealed thousands: that its certificate is not there is said once. */
async function reportStrangers(
  checkpoints: ReadonlyMap<Checkpoint, string>,
  { given, known }: Trust,
  findings: Findings,
): Promise<ReadonlySet<string>> {
  const files = new Map<string, string>();
  for (const [{ seal }, file] of checkpoints) keep(files, seal.kid, () => file);
  const strangers = new Set<string>();
  for (const [kid, file] of files) {
    if ((await findByKid(kid, [...given, ...known])).length > 0) continue;
    strangers.add(kid);
    findings.leavesOpen('sealUnknown', { file, kid });
  }
  return strangers;
}
