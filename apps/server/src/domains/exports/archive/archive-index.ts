import type { ArchivedFile, DescribedDocument } from './archived-file.ts';
import { signedBy, writeAsicManifest } from './asic-manifest.rules.ts';
import { PackedList } from './packed-list.ts';
import { writeManifest, type ManifestFacts } from './manifest.rules.ts';
import { writeSignatures, writeSignedInfo, type Signed, type Signing } from './xades.rules.ts';

export const manifestName = 'META-INF/manifest-fnta.xml';

export type Signer = Omit<Signing, 'files'>;

/** The texts that an index can write; a part at a time of each is in memory. */
export type Writing =
  | { text: 'manifest'; facts: ManifestFacts }
  | { text: 'signedInfo'; signer: Signer }
  | { text: 'signatures'; signer: Signer; signed: Signed }
  | { text: 'asicManifest'; hasTimestamp: boolean };

/** All files of an archive, and what is written about them in `META-INF`. */
export class ArchiveIndex {
  readonly #files = new PackedList<ArchivedFile>();
  readonly #documents = new PackedList<DescribedDocument>();

  add(files: readonly ArchivedFile[], documents: readonly DescribedDocument[]): void {
    for (const file of files) this.#files.add(file);
    for (const document of documents) this.#documents.add(document);
  }

  write(writing: Writing): Generator<string> {
    switch (writing.text) {
      case 'manifest':
        return writeManifest(writing.facts, this.#documents);
      case 'signedInfo':
        return writeSignedInfo({ ...writing.signer, files: this.#signedFiles() });
      case 'signatures':
        return writeSignatures({ ...writing.signer, files: this.#signedFiles() }, writing.signed);
      case 'asicManifest':
        return writeAsicManifest(signedBy[writing.hasTimestamp ? 'timestamp' : 'signature'], this.#files);
    }
  }

  /** EN 319 162-1, 4.4.3.2: neither `mimetype` nor files in `META-INF`, but the manifest, which is a content. */
  #signedFiles(): Iterable<ArchivedFile> {
    return { [Symbol.iterator]: () => signedAmong(this.#files) };
  }
}

function* signedAmong(files: Iterable<ArchivedFile>): Generator<ArchivedFile> {
  for (const file of files) {
    const { name } = file;
    if (name === manifestName || (name !== 'mimetype' && !name.startsWith('META-INF/'))) yield file;
  }
}
