import type { DescribedDocument } from './archived-file.ts';
import { declaration, escapeAttribute, escapeText, names, uriOf } from './xml.rules.ts';

export type ManifestFacts = {
  exportId: string;
  safeId: string;
  /** ISO 8601, UTC. */
  madeAt: string;
  /** The sender of the documents: the address of the installation. */
  publicUrl: string;
};

type Described = Iterable<DescribedDocument> & { length: number };

/**
 * `META-INF/manifest-fnta.xml`: the documents as FNTC-TA v4 describes them, in the message by which MEDONA (NF
 * Z44-022) transfers archives. A reader finds the place of each one, what it is, and its digest.
 */
export function* writeManifest(facts: ManifestFacts, documents: Described): Generator<string> {
  yield `${declaration}<ArchiveTransfer xmlns="org:afnor:medona:v1.0">
<Comment xml:lang="fr">Export complet d’un coffre-fort numérique Pérenne, sans la corbeille.</Comment>
<Comment xml:lang="en">Complete export of a Pérenne digital safe, without the trash.</Comment>
<Date>${facts.madeAt}</Date>
<MessageIdentifier>${facts.exportId}</MessageIdentifier>
<CodeListVersions>
<FileFormatCodeListVersion listName="PRONOM, or MIME types (IANA)">PRONOM</FileFormatCodeListVersion>
<MessageDigestAlgorithmCodeListVersion listURI="http://www.w3.org/2001/04/xmlenc">xmlenc</MessageDigestAlgorithmCodeListVersion>
</CodeListVersions>\n`;
  // A package holds at least one object.
  if (documents.length > 0) yield* writePackage(documents);
  yield `<ArchivalAgency><Identifier schemeName="owner of the safe">urn:uuid:${facts.safeId}</Identifier></ArchivalAgency>
<TransferringAgency><Identifier schemeName="digital safe">${escapeText(facts.publicUrl)}</Identifier></TransferringAgency>
</ArchiveTransfer>\n`;
}

function* writePackage(documents: Described): Generator<string> {
  yield '<DataObjectPackage>\n';
  for (const document of documents) yield dataObject(document);
  yield '<DescriptiveMetadata>\n<ArchiveUnits xmlns="org:fntc:ta:v4.0">\n';
  for (const document of documents) yield archiveUnit(document);
  yield '</ArchiveUnits>\n</DescriptiveMetadata>\n<ManagementMetadata></ManagementMetadata>\n</DataObjectPackage>\n';
}

/** A damaged document has no file: its entry holds its identifier, with the digest and the size of its deposit. */
function dataObject({ id, file, format, sha256, sizeBytes }: DescribedDocument): string {
  const where = file === null ? '' : ` filename="${escapeAttribute(file)}" uri="${escapeAttribute(uriOf(file))}"`;
  return `<BinaryDataObject xml:id="doc-${id}">
<Attachment${where}></Attachment>
<Format>${escapeText(format)}</Format>
<MessageDigest algorithm="${names.sha256}">${sha256}</MessageDigest>
<SignatureStatus>NotVerified</SignatureStatus>
<Size>${sizeBytes}</Size>
</BinaryDataObject>\n`;
}

function archiveUnit({ id, file, title, type, place, depositedAt, ...deposit }: DescribedDocument): string {
  return `<ArchiveUnit xml:id="unit-${id}">
<Content>
<DescriptionLevel>Item</DescriptionLevel>
<Title>${escapeText(title)}</Title>
<FilePlanPosition>${escapeText(place)}</FilePlanPosition>
<SystemId>${id}</SystemId>
${origin(deposit)}${typeOf(type)}<Status>${file === null ? 'Damaged' : 'Whole'}</Status>
<ReceivedDate>${depositedAt}</ReceivedDate>
</Content>
<DataObjectReference><DataObjectReferenceId>doc-${id}</DataObjectReferenceId></DataObjectReference>
</ArchiveUnit>\n`;
}

const typeOf = (type: string | null): string =>
  type === null ? '' : `<DocumentType>${escapeText(type)}</DocumentType>\n`;

function origin({ originName, isByLink }: Pick<DescribedDocument, 'originName' | 'isByLink'>): string {
  if (originName === undefined) return '';
  const by = isByLink ? 'par le lien envoyé à' : 'par';
  return `<Description xml:lang="fr">Déposé ${by} ${escapeText(originName)}</Description>\n`;
}
