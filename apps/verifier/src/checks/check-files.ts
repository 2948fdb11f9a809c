import { checkArchive } from './archive/archive.ts';
import { checkAttestation } from './attestation/attestation.ts';
import { latinOf, type Bytes } from './bytes.ts';
import { readCertificates } from './signatures/certificates.ts';
import { matchDocument, type Described } from './document.ts';
import { compareJournal } from './archive/compare-proofs.ts';
import { checkJournal } from './journal/journal.ts';
import { parseJson } from './json-file.ts';
import { checkProofFile, type CheckedProof } from './journal/proof.ts';
import { Findings, type Kind, type Report } from './report.ts';
import type { Trust } from './signatures/chain.ts';

/** In bytes. */
export type Progress = { file: string; done: number; total: number };
/** A `File` of the browser, or its like. */
export type NamedBlob = Blob & { readonly name: string };

/** What the checks of one file have of the others. */
type Context = {
  trust: Trust;
  described: Described[];
  proofs: CheckedProof[];
  onProgress: (progress: Progress) => void;
};
type Sorted = { file: NamedBlob; kind: Kind };

/** Certificates come first, since everything is compared with them; journals and documents after what proves them. */
const order: Record<Kind, number> = { certificates: 0, archive: 1, attestation: 2, proof: 3, journal: 4, document: 5 };

/** Checks each file, and documents against the proofs and attestations that came with them. */
export async function* checkFiles(
  files: readonly NamedBlob[],
  onProgress: (progress: Progress) => void,
): AsyncGenerator<Report> {
  const context: Context = { trust: { known: [], given: [] }, described: [], proofs: [], onProgress };
  const sorted = await Promise.all(files.map(async (file) => ({ file, kind: await kindOf(file) })));
  for (const { file, kind } of sorted.sort((a, b) => order[a.kind] - order[b.kind])) {
    onProgress({ file: file.name, done: 0, total: file.size });
    const findings = new Findings();
    await checkFile({ file, kind }, findings, context).catch((error: unknown) => {
      if (!isUnreadable(error)) throw error;
      findings.fails('unreadable', { file: file.name });
    });
    yield { name: file.name, sizeBytes: file.size, kind, findings: findings.list, witnesses: findings.witnesses };
  }
}

/** What browsers throw for a file that is gone, or too large for their memory. */
const isUnreadable = (error: unknown): boolean => error instanceof DOMException || error instanceof RangeError;

const headBytes = 4096;
/** The files of `META-INF` come last, so that their names stand at the end of the directory. */
const endBytes = 65_536;

/** By its content: names say little, and a file that was tampered with is to be recognised all the same. */
async function kindOf(file: NamedBlob): Promise<Kind> {
  const head = await readLatin(file, 0, headBytes);
  if (head.startsWith('PK')) return (await isArchive(file)) ? 'archive' : 'document';
  if (head.startsWith('%PDF-')) return (await isAttestation(file)) ? 'attestation' : 'document';
  if (head.includes('-----BEGIN CERTIFICATE-----')) return 'certificates';
  if (/"format"\s*:\s*"perenne-proof-/.test(head)) return 'proof';
  if (/"format"\s*:\s*"perenne-journal-/.test(head)) return 'journal';
  const isDer = head.charCodeAt(0) === 0x30 && file.size < headBytes;
  if (isDer && (await readCertificates(await readWhole(file))).length > 0) return 'certificates';
  return 'document';
}

/** Other ZIP archives, among them office files, are documents. A name in its directory is enough: a part may be missing. */
async function isArchive(file: Blob): Promise<boolean> {
  const ends = [
    await readLatin(file, 0, headBytes),
    await readLatin(file, Math.max(0, file.size - endBytes), file.size),
  ];
  return ends.some(
    (text) => text.includes('vnd.etsi.asic-e+zip') || /META-INF\/(ASiC|manifest-fnta|signatures)/.test(text),
  );
}

/** By the names of what is attached to it; no attestation is large. */
const isAttestation = async (file: Blob): Promise<boolean> =>
  file.size < 16_000_000 && /attestation\.(json|sig\.txt)/.test(await readLatin(file, 0, file.size));

const readLatin = async (file: Blob, from: number, to: number): Promise<string> =>
  latinOf(await file.slice(from, to).arrayBuffer());

const readWhole = async (file: Blob): Promise<Bytes> => new Uint8Array(await file.arrayBuffer());

async function checkFile({ file, kind }: Sorted, findings: Findings, context: Context): Promise<void> {
  const { trust, described } = context;
  const { name } = file;
  switch (kind) {
    case 'certificates': {
      const read = await readCertificates(await readWhole(file));
      context.trust = { ...trust, given: [...trust.given, ...read] };
      return findings.holds('certificatesRead', { file: name, count: read.length });
    }
    case 'proof': {
      const proof = await checkProofFile(parseJson(await readWhole(file)), { file: name, findings, trust });
      if (!proof) return;
      context.proofs.push(proof);
      described.push({ file: name, ...proof.document });
      return;
    }
    case 'journal':
      await findings.try(async () => {
        const chapters = await checkJournal(parseJson(await readWhole(file)), name, findings);
        compareJournal(chapters, { file: name, proofs: context.proofs }, findings);
      });
      return;
    case 'archive': {
      const onProgress = (done: number) => context.onProgress({ file: name, done, total: file.size });
      context.trust = await checkArchive(file, { file: name, findings, trust, onProgress });
      return;
    }
    case 'attestation': {
      const read = await checkAttestation(await readWhole(file), { file: name, findings, trust });
      if (read.described) described.push(read.described);
      context.trust = { ...trust, known: [...trust.known, ...read.certificates] };
      return;
    }
    case 'document':
      return matchDocument(file, described, findings);
  }
}
