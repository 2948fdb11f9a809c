import { zipSync } from 'fflate';
import { digest, utf8, type Bytes } from '../checks/bytes.ts';
import { chainOf, signEs256, type Holder } from './authority.ts';
import {
  depositOf,
  journalOf,
  makeCheckpoint,
  makeDocument,
  makeEntries,
  proofOf,
  type Authorities,
  type Document,
} from './journal.ts';
import { stamp } from './signed-message.ts';

/** By name, in the order of the archive. */
export type Files = Record<string, Bytes>;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const uriOf = (name: string): string => name.split('/').map(encodeURIComponent).join('/');
const names = {
  ds: 'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
  xades: 'xmlns:xades="http://uri.etsi.org/01903/v1.3.2#"',
  asic: 'xmlns:asic="http://uri.etsi.org/02918/v1.2.1#"',
  c14n: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  sha256: 'http://www.w3.org/2001/04/xmlenc#sha256',
};
export const signedAt = new Date('2026-11-20T09:30:00Z');

const digestOf = async (bytes: Bytes, declared = ''): Promise<string> =>
  `<ds:DigestMethod${declared} Algorithm="${names.sha256}"></ds:DigestMethod>` +
  `<ds:DigestValue${declared}>${base64(await digest('SHA-256', bytes))}</ds:DigestValue>`;

/** The files of an archive of these documents, and one that was damaged, as product and standards say. */
export async function makeFiles(by: Authorities, contents = ['Bulletin de paie', 'Contrat']): Promise<Files> {
  const documents = await Promise.all(contents.map(makeDocument));
  const entries = await makeEntries([{ action: 'safe.opened' }, ...documents.map(depositOf)]);
  const logged = await makeCheckpoint(entries.at(-1)?.hash ?? '', by);
  const files: Files = { mimetype: utf8('application/vnd.etsi.asic-e+zip') };
  for (const [index, { content }] of documents.entries()) files[documentName(index)] = content;
  files['journal/journal.json'] = utf8(JSON.stringify(journalOf(entries)));
  files['journal/journal.html'] = utf8('<!doctype html><title>Journal</title>');
  for (const document of documents)
    files[`preuves/${document.id}.json`] = utf8(JSON.stringify(proofOf(document, entries, logged)));
  files['verifier.html'] = utf8('<!doctype html><title>Vérificateur</title>');
  files['LISEZMOI.html'] = utf8('<!doctype html><title>Lisez-moi</title>');
  files['META-INF/manifest-fnta.xml'] = await makeManifest(documents);
  await seal(files, by);
  return files;
}

export const documentName = (index: number): string => `documents/Paie/été ${index + 1}.txt`;

export const zipOf = (files: Files): Bytes => new Uint8Array(zipSync(files, { level: 0 }));

type Sealing = {
  /** False where no authority answered. */
  isStamped?: boolean;
  /** Seals of before, whose certificates come along. */
  earlier?: readonly Holder[];
};

/** Signature, list and timestamp over what is there. */
export async function seal(files: Files, by: Authorities, sealing: Sealing = {}): Promise<void> {
  const { isStamped = true } = sealing;
  for (const name of ['signatures.xml', 'ASiCManifest.xml', 'timestamp.tst']) delete files[`META-INF/${name}`];
  files['META-INF/signatures.xml'] = await makeSignature(files, by, sealing);
  const list = await makeList(files, isStamped);
  files['META-INF/ASiCManifest.xml'] = list;
  if (isStamped) files['META-INF/timestamp.tst'] = await stamp(list, by.timestamps, signedAt);
}

async function makeManifest(documents: readonly Document[]): Promise<Bytes> {
  const objects = documents.map(({ id, content, sha256 }, index) => {
    const where = ` filename="${documentName(index)}" uri="${uriOf(documentName(index))}"`;
    return dataObject({ id, where, sha256, sizeBytes: content.length });
  });
  const damaged = { ...{ id: 'damaged', where: '', sizeBytes: 12 }, sha256: 'ab'.repeat(32) };
  return utf8(
    `<?xml version="1.0" encoding="UTF-8"?>\n<ArchiveTransfer xmlns="org:afnor:medona:v1.0"><DataObjectPackage>` +
      `${objects.join('')}${dataObject(damaged)}</DataObjectPackage></ArchiveTransfer>\n`,
  );
}

type DataObject = { id: string; where: string; sha256: string; sizeBytes: number };

const dataObject = ({ id, where, sha256, sizeBytes }: DataObject): string =>
  `<BinaryDataObject xml:id="doc-${id}"><Attachment${where}></Attachment><Format>x-fmt/111</Format>` +
  `<MessageDigest algorithm="${names.sha256}">${Buffer.from(sha256, 'hex').toString('base64')}</MessageDigest>` +
  `<SignatureStatus>NotVerified</SignatureStatus><Size>${sizeBytes}</Size></BinaryDataObject>\n`;

/** Every part is written in its canonical form. */
async function makeSignature(
  files: Files,
  by: Authorities,
  { isStamped = true, earlier = [] }: Sealing,
): Promise<Bytes> {
  const covered = Object.entries(files).filter(([name]) => name !== 'mimetype');
  const references = await Promise.all(
    covered.map(async ([name, bytes]) => `<ds:Reference URI="${uriOf(name)}">${await digestOf(bytes)}</ds:Reference>`),
  );
  const properties =
    `<xades:SignedProperties ${names.xades} Id="signed"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${signedAt.toISOString()}</xades:SigningTime><xades:SigningCertificateV2><xades:Cert>` +
    `<xades:CertDigest>${await digestOf(by.seal.der, ` ${names.ds}`)}</xades:CertDigest></xades:Cert>` +
    `</xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties>`;
  const info =
    `<ds:SignedInfo ${names.ds}><ds:CanonicalizationMethod Algorithm="${names.c14n}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256"></ds:SignatureMethod>` +
    `${references.join('')}<ds:Reference Type="http://uri.etsi.org/01903#SignedProperties" URI="#signed">` +
    `<ds:Transforms><ds:Transform Algorithm="${names.c14n}"></ds:Transform></ds:Transforms>` +
    `${await digestOf(utf8(properties))}</ds:Reference></ds:SignedInfo>`;
  const value = `<ds:SignatureValue ${names.ds}>${base64(await signEs256(by.seal, utf8(info)))}</ds:SignatureValue>`;
  const token = isStamped ? base64(await stamp(utf8(value), by.timestamps, signedAt)) : null;
  const gone = earlier.map(
    ({ der }) => `<xades:EncapsulatedX509Certificate>${base64(der)}</xades:EncapsulatedX509Certificate>`,
  );
  const values = gone.length > 0 ? `<xades:CertificateValues>${gone.join('')}</xades:CertificateValues>` : '';
  const stamped = token
    ? `<xades:UnsignedProperties><xades:UnsignedSignatureProperties><xades:SignatureTimeStamp>` +
      `<ds:CanonicalizationMethod Algorithm="${names.c14n}"></ds:CanonicalizationMethod>` +
      `<xades:EncapsulatedTimeStamp>${token}</xades:EncapsulatedTimeStamp></xades:SignatureTimeStamp>` +
      `${values}</xades:UnsignedSignatureProperties></xades:UnsignedProperties>`
    : '';
  const certificates = chainOf(by.seal).map(({ der }) => `<ds:X509Certificate>${base64(der)}</ds:X509Certificate>`);
  return utf8(
    `<?xml version="1.0" encoding="UTF-8"?>\n<asic:XAdESSignatures ${names.asic}>\n<ds:Signature ${names.ds} Id="s">\n` +
      `${info}\n${value}\n<ds:KeyInfo><ds:X509Data>${certificates.join('')}</ds:X509Data></ds:KeyInfo>` +
      `<ds:Object><xades:QualifyingProperties ${names.xades} Target="#s">${properties}${stamped}` +
      `</xades:QualifyingProperties></ds:Object></ds:Signature></asic:XAdESSignatures>\n`,
  );
}

async function makeList(files: Files, isStamped: boolean): Promise<Bytes> {
  const objects = await Promise.all(
    Object.entries(files).map(
      async ([name, bytes]) =>
        `<asic:DataObjectReference URI="${uriOf(name)}">${await digestOf(bytes)}</asic:DataObjectReference>`,
    ),
  );
  const by = isStamped ? 'META-INF/timestamp.tst' : 'META-INF/signatures.xml';
  return utf8(
    `<?xml version="1.0" encoding="UTF-8"?>\n<asic:ASiCManifest ${names.asic} ${names.ds}>` +
      `<asic:SigReference URI="${by}"></asic:SigReference>${objects.join('')}</asic:ASiCManifest>\n`,
  );
}
