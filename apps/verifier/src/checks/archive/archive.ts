import { checkArchivedProofs, type ArchivedProofs } from './compare-proofs.ts';
import { readAsicManifest } from './asic-manifest.ts';
import { digest, textOf, toHex, type Bytes } from '../bytes.ts';
import { compareList, type KnownFile } from './file-list.ts';
import { compareManifest, readManifest, type DescribedDocument } from './fnta-manifest.ts';
import { checkJournal, type Chapter } from '../journal/journal.ts';
import { parseJson } from '../json-file.ts';
import type { HeldCheckpoint } from '../log/compare-checkpoints.ts';
import { checkProof, nothingCommon, type Common } from '../journal/proof.ts';
import { Broken, Unchecked, type Findings } from '../report.ts';
import type { Trust } from '../signatures/chain.ts';
import { reportStamp, verifyStamp } from '../signatures/stamp.ts';
import { verifyXmlSignature } from '../xml/xades.ts';
import { readZip, type ArchiveFile } from './zip.ts';

export const parts = {
  mimetype: 'mimetype',
  signatures: 'META-INF/signatures.xml',
  list: 'META-INF/ASiCManifest.xml',
  stamp: 'META-INF/timestamp.tst',
  manifest: 'META-INF/manifest-fnta.xml',
  journal: 'journal/journal.json',
  proofs: 'preuves/',
} as const;

const isPart = (name: string): boolean => Object.values<string>(parts).includes(name);

const mediaType = 'application/vnd.etsi.asic-e+zip';

/** The facts kept of an archive when every file was read once. */
type Opened = {
  files: Map<string, KnownFile>;
  /** The contents of those that say something of others. */
  kept: Map<string, Bytes>;
  proofs: ArchivedProofs;
  common: Common;
};

type Checking = {
  file: string;
  findings: Findings;
  trust: Trust;
  /** Called with how many bytes were read. */
  onProgress: (done: number) => void;
};

/** The certificates in an archive, and its checkpoints: other files may be checked with them. */
type ArchiveResult = { trust: Trust; checkpoints: HeldCheckpoint[] };

/** Checks a whole archive. */
export async function checkArchive(archive: Blob, checking: Checking): Promise<ArchiveResult> {
  const { file, findings } = checking;
  const entries = await findings.try(() => readZip(archive, file));
  if (!entries) return { trust: checking.trust, checkpoints: [] };
  const opened = await readFiles(entries, checking);
  await findings.try(() => checkMimetype(entries, opened));
  await checkFileList(opened, checking);
  const trust = await checkSignature(opened, checking);
  const described = await findings.try(async () => checkManifest(opened, findings));
  const chapters = await findings.try(() => checkJournalOf(opened, findings));
  const checkpoints = described ? await checkArchivedProofs({ ...opened, described, chapters, trust }, findings) : [];
  return { trust, checkpoints };
}

/** As many files are read at a time: one is read from the disk while the digests of another are computed. */
const atATime = 4;

async function readFiles(entries: readonly ArchiveFile[], { findings, onProgress }: Checking): Promise<Opened> {
  const opened: Opened = { files: new Map(), kept: new Map(), proofs: new Map(), common: nothingCommon() };
  const waiting = entries[Symbol.iterator]();
  let done = 0;
  const readOn = async (): Promise<void> => {
    for (const entry of waiting) {
      await findings.try(() => readFile(entry, opened, findings));
      done += entry.sizeBytes;
      onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: atATime }, readOn));
  return opened;
}

async function readFile({ name, sizeBytes, read }: ArchiveFile, opened: Opened, findings: Findings): Promise<void> {
  const content = await read();
  const [sha256, sha512] = await Promise.all([digest('SHA-256', content), digest('SHA-512', content)]);
  opened.files.set(name, { name, sizeBytes, sha256: toHex(sha256), sha512: toHex(sha512) });
  if (name.startsWith(parts.proofs))
    opened.proofs.set(name, await findings.try(() => checkProof(parseJson(content), name, opened.common)));
  else if (isPart(name)) opened.kept.set(name, content);
}

/** @throws {Broken} partMissing */
function require({ kept }: Opened, file: string): Bytes {
  const content = kept.get(file);
  if (!content) throw new Broken('partMissing', { file });
  return content;
}

async function checkMimetype([first]: readonly ArchiveFile[], opened: Opened): Promise<void> {
  const file = parts.mimetype;
  const mimetype = textOf(require(opened, file));
  if (first?.name !== file || !first.isStored || mimetype !== mediaType) throw new Broken('mimetypeWrong', { file });
}

/** The list of all files, and the timestamp over it. */
async function checkFileList(opened: Opened, { findings, trust }: Checking): Promise<void> {
  const { files } = opened;
  const list = parts.list;
  const read = await findings.try(async () => readAsicManifest(require(opened, list), list));
  if (read && compareList(read.listed, { list, files, covers: isListed }, findings)) {
    const bytes = [...files.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    findings.holds('filesWhole', { count: read.listed.length, bytes });
  }
  // The signature leaves this folder out, and a list without a timestamp could name anything in it.
  const foreign = read?.listed.filter(({ name }) => name.startsWith('META-INF/') && !isPart(name)) ?? [];
  for (const { name } of foreign) findings.fails('fileUnlisted', { file: name, list });
  await findings.try(async () => {
    const isAwaited = read?.signedBy !== parts.signatures || files.has(parts.stamp);
    if (!isAwaited) throw new Unchecked('stampPending', { file: list });
    const [token, bytes] = [require(opened, parts.stamp), require(opened, list)];
    const stamp = await verifyStamp(token, { file: parts.stamp, stamped: list, bytes, trust });
    reportStamp(stamp, { file: list, trust }, findings);
  });
}

const isListed = (name: string): boolean => name !== parts.list && name !== parts.stamp;

/** ETSI EN 319 162-1, 4.4.3.2: the signature covers what is no part of it, and the manifest. */
const isSigned = (name: string): boolean =>
  name === parts.manifest || (name !== parts.mimetype && !name.startsWith('META-INF/'));

async function checkSignature(opened: Opened, { findings, trust }: Checking): Promise<Trust> {
  const file = parts.signatures;
  const signature = await findings.try(() => verifyXmlSignature(require(opened, file), file, trust));
  if (!signature) return trust;
  const { covered, witness, stamp, certificates } = signature;
  findings.rely(witness);
  if (compareList(covered, { list: file, files: opened.files, covers: isSigned }, findings))
    findings.holds('signatureHolds', { file, signer: witness.name, count: covered.length });
  if (stamp) reportStamp(stamp, { file, trust }, findings);
  else findings.leavesOpen('stampPending', { file });
  return { ...trust, known: [...trust.known, ...certificates] };
}

function checkManifest(opened: Opened, findings: Findings): DescribedDocument[] {
  const list = parts.manifest;
  const described = readManifest(require(opened, list), list);
  compareManifest(described, { list, files: opened.files }, findings);
  return described;
}

async function checkJournalOf(opened: Opened, findings: Findings): Promise<Chapter[]> {
  return checkJournal(parseJson(require(opened, parts.journal)), parts.journal, findings);
}
