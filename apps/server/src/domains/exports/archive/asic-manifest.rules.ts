import type { ArchivedFile } from './archived-file.ts';
import { declaration, escapeAttribute, names, uriOf } from './xml.rules.ts';

/** The proof of the list: the timestamp over it, or the signature alone if no timestamp could be had. */
export const signedBy = {
  timestamp: { uri: 'META-INF/timestamp.tst', mimeType: 'application/vnd.etsi.timestamp-token' },
  signature: { uri: 'META-INF/signatures.xml', mimeType: 'text/xml' },
} as const;

/** `META-INF/ASiCManifest.xml` (EN 319 162-1, annex A.4): every other file with its digest. */
export function* writeAsicManifest(
  { uri, mimeType }: (typeof signedBy)[keyof typeof signedBy],
  files: Iterable<ArchivedFile>,
): Generator<string> {
  yield `${declaration}<asic:ASiCManifest xmlns:asic="${names.asic}" xmlns:ds="${names.ds}">\n`;
  yield `<asic:SigReference URI="${uri}" MimeType="${mimeType}"></asic:SigReference>\n`;
  for (const { name, mimeType: type, sha256 } of files) {
    yield `<asic:DataObjectReference URI="${escapeAttribute(uriOf(name))}" MimeType="${escapeAttribute(type)}">`;
    yield `<ds:DigestMethod Algorithm="${names.sha256}"></ds:DigestMethod><ds:DigestValue>${sha256}</ds:DigestValue>`;
    yield '</asic:DataObjectReference>\n';
  }
  yield '</asic:ASiCManifest>\n';
}
