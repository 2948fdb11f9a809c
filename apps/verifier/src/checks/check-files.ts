import { checkArchive } from './archive/archive.ts';
import { compareJournal } from './archive/compare-proofs.ts';
import { checkAttestation } from './attestation/attestation.ts';
import { isUnreadable, type ReadDocuments } from './archive/read-documents.ts';
import { matchDocument, type Described } from './document.ts';
import { checkJournal } from './journal/journal.ts';
import { checkProofFile, type CheckedProof } from './journal/proof.ts';
import { parseJson } from './json-file.ts';
import { kindOf, readWhole } from './kind-of-file.ts';
import { checkCheckpointFile, checkConsistencyFile, readCheckpoints, type KnownLog } from './log/checkpoint-files.ts';
import { compareCheckpoint, holdCheckpoint, type HeldCheckpoint } from './log/compare-checkpoints.ts';
import { Findings, type Kind, type Report } from './report.ts';
import { readCertificates } from './signatures/certificates.ts';
import type { Trust } from './signatures/chain.ts';

/** In bytes. */
export type Progress = { file: string; done: number; total: number };
/** A `File` of the browser, or its like. */
export type NamedBlob = Blob & { readonly name: string };

type Means = {
  readDocuments: ReadDocuments;
  onProgress: (progress: Progress) => void;
};

/** The checks of one file know this of the others. */
type Context = {
  trust: Trust;
  described: Described[];
  proofs: CheckedProof[];
  log: KnownLog;
} & Means;
type Sorted = { file: NamedBlob; kind: Kind };

/** Certificates come first, since everything is compared with them; journals and documents after what proves them. */
const order: readonly Kind[] = [
  ...(['certificates', 'archive', 'attestation', 'proof'] as const),
  ...(['consistency', 'checkpoints', 'journal', 'document'] as const),
];

/** Checks each file, and documents against the proofs and attestations that came with them. */
export async function* checkFiles(files: readonly NamedBlob[], means: Means, now = new Date()): AsyncGenerator<Report> {
  const sorted = await Promise.all(files.map(async (file) => ({ file, kind: await kindOf(file) })));
  sorted.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  const context: Context = {
    ...{ trust: { now, known: [], given: [] }, described: [], proofs: [], ...means },
    log: { held: await gatherCheckpoints(sorted), joined: new Set() },
  };
  for (const { file, kind } of sorted) {
    means.onProgress({ file: file.name, done: 0, total: file.size });
    const findings = new Findings();
    await checkFile({ file, kind }, findings, context).catch((error: unknown) => {
      if (!isUnreadable(error)) throw error;
      findings.fails('unreadable', { file: file.name });
    });
    yield { name: file.name, sizeBytes: file.size, kind, findings: findings.list, witnesses: findings.witnesses };
  }
}

/** Proofs and consistency proofs are compared with all of them, whichever file comes first. */
async function gatherCheckpoints(sorted: readonly Sorted[]): Promise<HeldCheckpoint[]> {
  const held: HeldCheckpoint[] = [];
  for (const { file, kind } of sorted) {
    if (kind !== 'checkpoints') continue;
    // A file that cannot be read so is reported when its own turn comes.
    const read = await new Findings().try(async () => readCheckpoints(parseJson(await readWhole(file)), file.name));
    for (const checkpoint of read ?? []) held.push(await holdCheckpoint(checkpoint, file.name));
  }
  return held;
}

async function checkFile({ file, kind }: Sorted, findings: Findings, context: Context): Promise<void> {
  const { trust, described, log } = context;
  const { name } = file;
  const checking = { file: name, findings, trust };
  switch (kind) {
    case 'certificates': {
      const read = await readCertificates(await readWhole(file));
      context.trust = { ...trust, given: [...trust.given, ...read] };
      return findings.holds('certificatesRead', { file: name, count: read.length });
    }
    case 'proof':
      return checkOneProof(file, findings, context);
    case 'journal':
      await findings.try(async () => {
        const chapters = await checkJournal(parseJson(await readWhole(file)), name, findings);
        compareJournal(chapters, { file: name, proofs: context.proofs }, findings);
      });
      return;
    case 'archive': {
      const onProgress = (done: number) => context.onProgress({ file: name, done, total: file.size });
      const { readDocuments } = context;
      const read = await checkArchive(file, { ...checking, readDocuments, onProgress });
      context.trust = read.trust;
      const { isSound } = findings;
      described.push(...read.documents.map(({ sha256, sha512 }) => ({ file: name, sha256, sha512, isSound })));
      for (const held of read.checkpoints) addCheckpoint(held, log, findings);
      return;
    }
    case 'attestation': {
      const read = await checkAttestation(await readWhole(file), checking);
      if (read.described) described.push({ ...read.described, isSound: findings.isSound });
      context.trust = { ...trust, known: [...trust.known, ...read.certificates] };
      return;
    }
    case 'checkpoints':
      return checkCheckpointFile(parseJson(await readWhole(file)), { ...checking, log });
    case 'consistency':
      await findings.try(async () => checkConsistencyFile(parseJson(await readWhole(file)), { ...checking, log }));
      return;
    case 'document':
      return matchDocument(file, described, findings);
  }
}

async function checkOneProof(file: NamedBlob, findings: Findings, context: Context): Promise<void> {
  const { trust, log } = context;
  const proof = await checkProofFile(parseJson(await readWhole(file)), { file: file.name, findings, trust });
  if (!proof) return;
  addCheckpoint(await holdCheckpoint(proof.checkpoint, file.name), log, findings);
  context.proofs.push(proof);
  context.described.push({ file: file.name, ...proof.document, isSound: findings.isSound });
}

function addCheckpoint(held: HeldCheckpoint, log: KnownLog, findings: Findings): void {
  compareCheckpoint(held, log.held, findings);
  log.held.push(held);
}
