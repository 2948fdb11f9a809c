import { documentProof, type DocumentProof } from '@perenne/contract/evidence';
import { fromHex, isSame, toHex } from './bytes.ts';
import { verifyCheckpointSeal, verifyCheckpointStamp } from './checkpoint.ts';
import { checkEntries } from './journal.ts';
import { readAs } from './json-file.ts';
import { hashLeaf, rootOf } from './merkle.ts';
import { Broken, Findings } from './report.ts';
import type { Trust } from './chain.ts';

/** A proof whose entries lead to its checkpoint. `journalId` is that of the safe where the document was deposited. */
export type CheckedProof = DocumentProof & { file: string; journalId: string };

/**
 * Checks that the deposit of a document stands in a journal, and the journal in the log of the checkpoint. The
 * checkpoint itself is checked apart: many proofs share one.
 * @throws {Broken}
 */
export async function checkProof(json: unknown, file: string): Promise<CheckedProof> {
  const proof = readAs(documentProof, json, file);
  const hashed = await checkEntries(proof.journal, { file, journalId: null, startsAtFirst: false });
  const [deposit] = hashed;
  const [entry] = proof.journal;
  if (!deposit || !entry) throw new Broken('depositUnlike', { file, field: 'journal' });
  const { id, sha256, sha512, depositedAt } = proof.document;
  const told: Array<[string, string, string | undefined]> = [
    ['id', id, deposit.objectId],
    ['sha256', sha256, entry.details?.['sha256']],
    ['sha512', sha512, entry.details?.['sha512']],
    // What waited for its owner was deposited before the journal of the safe says so.
    ['depositedAt', depositedAt, entry.details?.['depositedAt'] ?? entry.at],
    ['result', 'done', entry.result],
  ];
  for (const [field, claimed, recorded] of told)
    if (claimed !== recorded) throw new Broken('depositUnlike', { file, field });
  await checkInclusion(proof, file);
  return { ...proof, file, journalId: deposit.journalId };
}

async function checkInclusion({ journal, inclusion, checkpoint }: DocumentProof, file: string): Promise<void> {
  const leaf = await hashLeaf(fromHex(journal.at(-1)?.hash ?? ''));
  if (toHex(leaf) !== inclusion.leafHash) throw new Broken('leafWrong', { file });
  const root = await rootOf(leaf, { ...inclusion, path: inclusion.path.map(fromHex) });
  const fits = inclusion.treeSize === checkpoint.size && root && isSame(root, fromHex(checkpoint.root));
  if (!fits) throw new Broken('inclusionWrong', { file, n: checkpoint.n });
}

/** A proof by itself, with its checkpoint. Null where it does not hold. */
export async function checkProofFile(
  json: unknown,
  { file, findings, trust }: { file: string; findings: Findings; trust: Trust },
): Promise<CheckedProof | null> {
  const proof = await findings.try(() => checkProof(json, file));
  if (!proof) return null;
  const { document, checkpoint } = proof;
  const { n, size } = checkpoint;
  findings.holds('proofHolds', { file, id: document.id, depositedAt: document.depositedAt, n, size });
  await findings.try(async () => {
    const witness = await verifyCheckpointSeal(checkpoint, file, trust);
    findings.rely(witness);
    findings.holds('sealHolds', { file, n, signer: witness.subject });
  });
  await findings.try(async () => {
    const { at, witness } = await verifyCheckpointStamp(checkpoint, file, trust);
    findings.rely(witness);
    findings.holds('stampHolds', { file, at, authority: witness.subject });
  });
  return proof;
}
