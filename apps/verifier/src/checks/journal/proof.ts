import { documentProof, type Checkpoint, type DocumentProof, type EvidenceEntry } from '@perenne/contract/evidence';
import { fromHex, isSame, toHex, type Bytes } from '../bytes.ts';
import { reportCheckpoint } from '../log/checkpoint.ts';
import { checkEntries, depositActions, type SeenEntries } from './journal.ts';
import { keep } from '../keep.ts';
import { readAs } from '../json-file.ts';
import { hashLeaf, rootOf } from '../log/merkle.ts';
import { Broken, Findings } from '../report.ts';
import type { Trust } from '../signatures/chain.ts';

/** A proof whose entries lead to its checkpoint. */
export type CheckedProof = Pick<DocumentProof, 'document' | 'checkpoint'> & {
  file: string;
  /** The journal of the safe where the document was deposited. */
  journalId: string;
  entries: ReadonlyArray<Pick<EvidenceEntry, 'seq' | 'hash'>>;
};

/** Many proofs have these in common: each is computed once, and kept. */
export type Common = {
  entries: SeenEntries;
  /** By all that leads to them. */
  roots: Map<string, Promise<Bytes | null>>;
  /** By their text. */
  checkpoints: Map<string, Checkpoint>;
};

export const nothingCommon = (): Common => ({ entries: new Map(), roots: new Map(), checkpoints: new Map() });

/**
 * Checks that the deposit of a document is in a journal, and the journal in the log of the checkpoint. The checkpoint
 * itself is checked apart: many proofs share one.
 * @throws {Broken}
 */
export async function checkProof(json: unknown, file: string, common: Common): Promise<CheckedProof> {
  const proof = readAs(documentProof, json, file);
  const chain = { file, journalId: null, startsAtFirst: false, seen: common.entries };
  const hashed = await checkEntries(proof.journal, chain);
  const [deposit] = hashed;
  const [entry] = proof.journal;
  if (!deposit || !entry) throw new Broken('depositUnlike', { file, field: 'journal' });
  const { id, sha256, sha512, depositedAt } = proof.document;
  const compared: Array<[string, string, string | undefined]> = [
    ['id', id, deposit.objectId],
    // Other actions have details of their own, which may be the owner's words.
    ['action', depositActions.find((action) => action === entry.action) ?? '', entry.action],
    ['sha256', sha256, entry.details?.['sha256']],
    ['sha512', sha512, entry.details?.['sha512']],
    // A document that waited for its owner was deposited before the journal of the safe says so.
    ['depositedAt', depositedAt, entry.details?.['depositedAt'] ?? entry.at],
    ['result', 'done', entry.result],
  ];
  for (const [field, claimed, recorded] of compared)
    if (claimed !== recorded) throw new Broken('depositUnlike', { file, field });
  await checkInclusion(proof, file, common);
  return {
    ...{ file, journalId: deposit.journalId, document: proof.document },
    entries: proof.journal.map(({ seq, hash }) => ({ seq, hash })),
    checkpoint: keep(common.checkpoints, JSON.stringify(proof.checkpoint), () => proof.checkpoint),
  };
}

async function checkInclusion(
  { journal, inclusion, checkpoint }: DocumentProof,
  file: string,
  { roots }: Common,
): Promise<void> {
  const head = journal.at(-1)?.hash ?? '';
  const { leafHash, path, leafIndex, treeSize } = inclusion;
  const leaf = await keep(roots, head, () => hashLeaf(fromHex(head)));
  if (!leaf || toHex(leaf) !== leafHash) throw new Broken('leafWrong', { file });
  const way = [leafHash, leafIndex, treeSize, ...path].join(' ');
  const root = await keep(roots, way, () => rootOf(leaf, { leafIndex, treeSize, path: path.map(fromHex) }));
  const fits = treeSize === checkpoint.size && root && isSame(root, fromHex(checkpoint.root));
  if (!fits) throw new Broken('inclusionWrong', { file, n: checkpoint.n });
}

/** A proof by itself, with its checkpoint, of which entries that do not hold hide nothing. Null where they do not. */
export async function checkProofFile(
  json: unknown,
  { file, findings, trust }: { file: string; findings: Findings; trust: Trust },
): Promise<CheckedProof | null> {
  const read = await findings.try(async () => readAs(documentProof, json, file));
  if (!read) return null;
  const { document, checkpoint } = read;
  const { n, size } = checkpoint;
  const proof = await findings.try(() => checkProof(json, file, nothingCommon()));
  if (proof) findings.holds('proofHolds', { file, id: document.id, depositedAt: document.depositedAt, n, size });
  await reportCheckpoint(checkpoint, { file, trust }, findings);
  return proof;
}
