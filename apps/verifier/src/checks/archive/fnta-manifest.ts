import { fromBase64, toHex, type Bytes } from '../bytes.ts';
import { misshapen } from '../signatures/cms.ts';
import type { KnownFiles } from './file-list.ts';
import { isDocument } from './read-documents.ts';
import type { Findings } from '../report.ts';
import { attributeOf, contentOf, findAll, findOne, parseXml, type Element } from '../xml/xml.ts';

/** A document as the manifest describes it. `file` is null where its stored content was damaged. */
export type DescribedDocument = { id: string; file: string | null; sha256: string; sizeBytes: number };

/** Reads `META-INF/manifest-fnta.xml`: FNTC-TA v4 in a MEDONA transfer. @throws {Broken} notXml, listUnread */
export function readManifest(bytes: Bytes, file: string): DescribedDocument[] {
  const root = parseXml(bytes, file);
  if (root.localName !== 'ArchiveTransfer') throw misshapen(file, 'ArchiveTransfer');
  return findAll(root, 'DataObjectPackage', 'BinaryDataObject').map((each) => readDocument(each, file));
}

const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const idPrefix = 'doc-';

function readDocument(element: Element, file: string): DescribedDocument {
  const id = attributeOf(element, 'xml:id') ?? '';
  const digest = findOne(element, 'MessageDigest');
  const value = fromBase64(contentOf(digest));
  if (!id.startsWith(idPrefix) || !digest || attributeOf(digest, 'algorithm') !== sha256 || !value)
    throw misshapen(file, id || 'BinaryDataObject');
  const attachment = findOne(element, 'Attachment');
  return {
    id: id.slice(idPrefix.length),
    file: attachment && attributeOf(attachment, 'filename'),
    sha256: toHex(value),
    sizeBytes: Number(contentOf(findOne(element, 'Size'))),
  };
}

/** Compares the description with the files, both ways. */
export function compareManifest(
  described: readonly DescribedDocument[],
  { list, files }: { list: string; files: KnownFiles },
  findings: Findings,
): void {
  const whole = described.filter((each) => each.file !== null);
  const missing = whole.filter(({ file }) => !files.has(file ?? ''));
  const changed = whole.filter((each) => {
    const file = files.get(each.file ?? '');
    return file && (file.sha256 !== each.sha256 || file.sizeBytes !== each.sizeBytes);
  });
  const ids = new Set<string>();
  const twice = described.filter(({ id }) => ids.size === ids.add(id).size);
  const names = new Set(whole.map(({ file }) => file));
  const unlisted = [...files.keys()].filter((name) => isDocument(name) && !names.has(name));
  for (const { id, file } of twice) findings.fails('fileListedTwice', { file: file ?? id, list });
  for (const { file } of missing) findings.fails('fileMissing', { file: file ?? '', list });
  for (const { file } of changed) findings.fails('digestDiffers', { file: file ?? '', list });
  for (const file of unlisted) findings.fails('documentUndescribed', { file, list });
  for (const { id, file, sha256 } of described)
    if (file === null) findings.leavesOpen('documentDamaged', { file: list, id, sha256 });
  if (twice.length + missing.length + changed.length + unlisted.length === 0)
    findings.holds('manifestHolds', { file: list, count: whole.length });
}
