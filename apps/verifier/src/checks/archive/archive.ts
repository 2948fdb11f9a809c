import { checkArchivedProofs, type ArchivedProofs } from './compare-proofs.ts';
import { readAsicManifest, type AsicManifest } from './asic-manifest.ts';
import { textOf, type Bytes } from '../bytes.ts';
import { compareList, type KnownFile, type KnownFiles } from './file-list.ts';
import { compareManifest, readManifest, type DescribedDocument } from './fnta-manifest.ts';
import { checkJournal, type Chapter } from '../journal/journal.ts';
import { parseJson } from '../json-file.ts';
import type { HeldCheckpoint } from '../log/compare-checkpoints.ts';
import { checkProof, nothingCommon } from '../journal/proof.ts';
import { isDocument, knownFileOf, readEach, type ReadDocuments } from './read-documents.ts';
import { Broken, Findings, Unchecked } from '../report.ts';
import type { Trust } from '../signatures/chain.ts';
import { reportStamp, verifyStamp } from '../signatures/stamp.ts';
import { verifyXmlSignature, type Judging, type XmlSignature } from '../xml/xades.ts';
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

/** The files of an archive that are no documents, and what each says by itself: null where it cannot be relied on. */
type Opened = {
  files: Map<string, KnownFile>;
  list: AsicManifest | null;
  signature: XmlSignature | null;
  described: DescribedDocument[] | null;
  chapters: Chapter[] | null;
  proofs: ArchivedProofs;
};

type Checking = {
  file: string;
  findings: Findings;
  trust: Trust;
  readDocuments: ReadDocuments;
  /** Called with how many bytes were read. */
  onProgress: (done: number) => void;
};

/** The certificates in an archive, its checkpoints and the documents of its proofs: other files are checked with them. */
type ArchiveResult = {
  trust: Trust;
  checkpoints: HeldCheckpoint[];
  documents: ReadonlyArray<Pick<KnownFile, 'sha256' | 'sha512'>>;
};

/** Checks a whole archive: each of its parts by itself while the documents are read, then each with all the others. */
export async function checkArchive(archive: Blob, checking: Checking): Promise<ArchiveResult> {
  const { file, findings } = checking;
  const entries = await findings.try(() => readZip(archive, file, (name) => !isDocument(name)));
  if (!entries) return { trust: checking.trust, checkpoints: [], documents: [] };
  let done = 0;
  const onRead = (sizeBytes: number): void => {
    done += sizeBytes;
    checking.onProgress(done);
  };
  const own = new Findings();
  const [opened, read] = await Promise.all([
    openParts(entries, { ...checking, findings: own, onRead }),
    checking.readDocuments(archive, file, onRead),
  ]);
  const files = new Map([...read.files, ...opened.files.values()].map((known) => [known.name, known]));
  const { list, signature, described } = opened;
  // A list that was exchanged accuses every file: the reader learns first that it was.
  findings.take([...own.list.filter(({ outcome }) => outcome === 'fails'), ...read.findings]);
  if (list) compareWithList(list, files, findings);
  if (signature) compareWithSignature(signature, files, findings);
  if (described) compareManifest(described, { list: parts.manifest, files }, findings);
  findings.take(own.list, own.witnesses);
  const known = [...checking.trust.known, ...(signature?.certificates ?? [])];
  const trust = { ...checking.trust, known };
  const checkpoints = await checkArchivedProofs({ ...opened, files, trust }, findings);
  const documents = [...opened.proofs.values()].flatMap((proof) => proof?.document ?? []);
  return { trust, checkpoints, documents };
}

type Opening = Checking & { onRead: (sizeBytes: number) => void };

async function openParts(entries: readonly ArchiveFile[], { findings, trust, onRead }: Opening): Promise<Opened> {
  const [files, kept, proofs] = [new Map<string, KnownFile>(), new Map<string, Bytes>(), new Map() as ArchivedProofs];
  const common = nothingCommon();
  await readEach(entries, { findings, onRead }, async (entry) => {
    const { name } = entry;
    const content = await entry.read();
    files.set(name, await knownFileOf(entry, content));
    if (name.startsWith(parts.proofs))
      proofs.set(name, await findings.try(() => checkProof(parseJson(content), name, common)));
    else if (isPart(name)) kept.set(name, content);
  });
  await findings.try(() => checkMimetype(entries, kept));
  const list = await findings.try(async () => readAsicManifest(require(kept, parts.list), parts.list));
  await findings.try(() => checkListStamp(list, kept, { findings, trust }));
  const signature = await findings.try(() =>
    verifyXmlSignature(require(kept, parts.signatures), parts.signatures, { findings, trust }),
  );
  const described = await findings.try(async () => readManifest(require(kept, parts.manifest), parts.manifest));
  const chapters = await findings.try(async () =>
    checkJournal(parseJson(require(kept, parts.journal)), parts.journal, findings),
  );
  return { files, list, signature, described, chapters, proofs };
}

/** @throws {Broken} partMissing */
function require(kept: ReadonlyMap<string, Bytes>, file: string): Bytes {
  const content = kept.get(file);
  if (!content) throw new Broken('partMissing', { file });
  return content;
}

async function checkMimetype([first]: readonly ArchiveFile[], kept: ReadonlyMap<string, Bytes>): Promise<void> {
  const file = parts.mimetype;
  const mimetype = textOf(require(kept, file));
  if (first?.name !== file || !first.isStored || mimetype !== mediaType) throw new Broken('mimetypeWrong', { file });
}

/** The timestamp over the list of all files. */
async function checkListStamp(
  list: AsicManifest | null,
  kept: ReadonlyMap<string, Bytes>,
  { findings, trust }: Judging,
): Promise<void> {
  const file = parts.list;
  const isAwaited = list?.signedBy !== parts.signatures || kept.has(parts.stamp);
  if (!isAwaited) throw new Unchecked('stampPending', { file });
  const [token, bytes] = [require(kept, parts.stamp), require(kept, file)];
  const stamp = await verifyStamp(token, { file: parts.stamp, stamped: file, bytes, trust });
  reportStamp(stamp, { file, trust }, findings);
}

const isListed = (name: string): boolean => name !== parts.list && name !== parts.stamp;

function compareWithList({ listed }: AsicManifest, files: KnownFiles, findings: Findings): void {
  const list = parts.list;
  if (compareList(listed, { list, files, covers: isListed }, findings)) {
    const bytes = [...files.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    findings.holds('filesWhole', { count: listed.length, bytes });
  }
  // The signature leaves this folder out, and a list without a timestamp could name anything in it.
  const foreign = listed.filter(({ name }) => name.startsWith('META-INF/') && !isPart(name));
  for (const { name } of foreign) findings.fails('fileUnlisted', { file: name, list });
}

/** ETSI EN 319 162-1, 4.4.3.2: the signature covers what is no part of it, and the manifest. */
const isSigned = (name: string): boolean =>
  name === parts.manifest || (name !== parts.mimetype && !name.startsWith('META-INF/'));

function compareWithSignature({ covered, witness }: XmlSignature, files: KnownFiles, findings: Findings): void {
  const file = parts.signatures;
  if (compareList(covered, { list: file, files, covers: isSigned }, findings))
    findings.holds('signatureHolds', { file, signer: witness.name, count: covered.length });
}
