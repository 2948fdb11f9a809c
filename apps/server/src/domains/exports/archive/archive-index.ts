import type { ArchivedFile, DescribedDocument } from './archived-file.ts';
import { signedBy, writeAsicManifest } from './asic-manifest.rules.ts';
import { writeManifest, type ManifestFacts } from './manifest.rules.ts';
import { writeSignatures, writeSignedInfo, type Signed, type Signing } from './xades.rules.ts';

export const manifestName = 'META-INF/manifest-fnta.xml';

export type Signer = Omit<Signing, 'files'>;

/** What can be asked of an index, each a text of which a part at a time is in memory. */
export type Writing =
  | { text: 'manifest'; facts: ManifestFacts }
  | { text: 'signedInfo'; signer: Signer }
  | { text: 'signatures'; signer: Signer; signed: Signed }
  | { text: 'asicManifest'; hasTimestamp: boolean };

/** All files of an archive, and what is written about them in `META-INF`. */
export class ArchiveIndex {
  readonly #files: ArchivedFile[] = [];
  readonly #documents: DescribedDocument[] = [];

  add(files: readonly ArchivedFile[], documents: readonly DescribedDocument[]): void {
    this.#files.push(...files);
    this.#documents.push(...documents);
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

  /** EN 319 162-1, 4.4.3.2: neither `mimetype` nor what stands in `META-INF`, but the manifest, which is a content. */
  #signedFiles(): ArchivedFile[] {
    return this.#files.filter(
      ({ name }) => name === manifestName || (name !== 'mimetype' && !name.startsWith('META-INF/')),
    );
  }
}
