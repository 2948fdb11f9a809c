import { digest, toHex, type Bytes } from '../bytes.ts';
import { Findings, type Finding } from '../report.ts';
import type { KnownFile } from './file-list.ts';
import { readZip, type ArchiveFile } from './zip.ts';

export const isDocument = (name: string): boolean => name.startsWith('documents/');

/** The documents of an archive that can be read, and the findings about the others. */
export type DocumentsRead = { files: KnownFile[]; findings: Finding[] };

/** `onRead` is called with the size of each file, in bytes, once it is read. */
export type ReadDocuments = (
  archive: Blob,
  file: string,
  onRead: (sizeBytes: number) => void,
) => Promise<DocumentsRead>;

/** @throws {Broken} as `readZip` */
export const readDocuments: ReadDocuments = async (archive, file, onRead) => {
  const findings = new Findings();
  const files: KnownFile[] = [];
  await readEach(await readZip(archive, file, isDocument), { findings, onRead }, async (entry) => {
    files.push(await knownFileOf(entry, await entry.read()));
  });
  return { files, findings: findings.list };
};

/** As many files are read at a time: one is read from the disk while the digests of another are computed. */
const atATime = 4;

type Reading = { findings: Findings; onRead: (sizeBytes: number) => void };

/** Calls `read` for each file; what it throws as `Broken` is a finding. */
export async function readEach(
  entries: readonly ArchiveFile[],
  { findings, onRead }: Reading,
  read: (entry: ArchiveFile) => Promise<void>,
): Promise<void> {
  const waiting = entries[Symbol.iterator]();
  const readOn = async (): Promise<void> => {
    for (const entry of waiting) {
      await findings.try(() => read(entry));
      onRead(entry.sizeBytes);
    }
  };
  await Promise.all(Array.from({ length: atATime }, readOn));
}

export async function knownFileOf({ name, sizeBytes }: ArchiveFile, content: Bytes): Promise<KnownFile> {
  const [sha256, sha512] = await Promise.all([digest('SHA-256', content), digest('SHA-512', content)]);
  return { name, sizeBytes, sha256: toHex(sha256), sha512: toHex(sha512) };
}

/** Browsers throw these for a file that is gone, or too large for their memory. */
export const isUnreadable = (error: unknown): boolean => error instanceof DOMException || error instanceof RangeError;
