import { createHash } from 'node:crypto';
import type { ArchivedFile } from './archived-file.ts';
import { declaration, escapeAttribute, escapeText, names, uriOf } from './xml.rules.ts';

/** With which certificate, when, and what is signed. */
export type Signing = {
  /** The certificate of the seal, in DER. */
  certificate: Uint8Array;
  /** Its issuers in DER, nearest first. */
  chain: readonly Uint8Array[];
  /** ISO 8601, UTC. */
  signedAt: string;
  /** Read several times. */
  files: Iterable<ArchivedFile>;
};

/** The results for `writeSignedInfo`, in base 64; `timestamp` is an RFC 3161 token over `signatureValue`. */
export type Signed = {
  value: string;
  timestamp: string | null;
  /** In DER, those of earlier seals: the archive may hold proofs that rest on checkpoints which they sealed. */
  earlier: readonly Uint8Array[];
};

// Everything here is written as exclusive canonicalization (http://www.w3.org/2001/10/xml-exc-c14n#) writes it: the
// file holds what is hashed and signed, to the byte, and no document tree of 20,000 references is ever built.
const ds = `xmlns:ds="${names.ds}"`;
const xades = `xmlns:xades="${names.xades}"`;
const sha256Method = `<ds:DigestMethod Algorithm="${names.sha256}"></ds:DigestMethod>`;
const canonicalized = `<ds:Transform Algorithm="${names.c14n}"></ds:Transform>`;

/** The bytes that the seal signs: the references to all files and to the signed properties. */
export function* writeSignedInfo(signing: Signing): Generator<string> {
  yield `<ds:SignedInfo ${ds}><ds:CanonicalizationMethod Algorithm="${names.c14n}"></ds:CanonicalizationMethod>`;
  yield `<ds:SignatureMethod Algorithm="${names.es256}"></ds:SignatureMethod>`;
  let index = 0;
  for (const { name, sha256 } of signing.files)
    yield `<ds:Reference Id="r-${index++}" URI="${escapeAttribute(uriOf(name))}">${digest(sha256)}</ds:Reference>\n`;
  yield `<ds:Reference Type="${names.signedProperties}" URI="#signed-properties">`;
  yield `<ds:Transforms>${canonicalized}</ds:Transforms>${digest(hashOf(writeSignedProperties(signing)))}`;
  yield '</ds:Reference></ds:SignedInfo>';
}

/** The element whose bytes the timestamp of the signature covers. */
export const signatureValue = (value: string): string =>
  `<ds:SignatureValue ${ds} Id="signature-value">${value}</ds:SignatureValue>`;

/** `META-INF/signatures.xml`: one XAdES signature (EN 319 132-1), level B-T with a timestamp and B-B without. */
export function* writeSignatures(signing: Signing, { value, timestamp, earlier }: Signed): Generator<string> {
  yield `${declaration}<asic:XAdESSignatures xmlns:asic="${names.asic}">\n<ds:Signature ${ds} Id="signature">\n`;
  yield* writeSignedInfo(signing);
  yield `\n${signatureValue(value)}\n<ds:KeyInfo><ds:X509Data>`;
  for (const certificate of [signing.certificate, ...signing.chain])
    yield `<ds:X509Certificate>${base64(certificate)}</ds:X509Certificate>`;
  yield `</ds:X509Data></ds:KeyInfo>\n<ds:Object><xades:QualifyingProperties ${xades} Target="#signature">\n`;
  yield* writeSignedProperties(signing);
  yield* writeUnsignedProperties(timestamp, earlier);
  yield '\n</xades:QualifyingProperties></ds:Object>\n</ds:Signature>\n</asic:XAdESSignatures>\n';
}

function* writeSignedProperties({ certificate, signedAt, files }: Signing): Generator<string> {
  const own = createHash('sha256').update(certificate).digest('base64');
  yield `<xades:SignedProperties ${xades} Id="signed-properties"><xades:SignedSignatureProperties>`;
  yield `<xades:SigningTime>${signedAt}</xades:SigningTime><xades:SigningCertificateV2><xades:Cert><xades:CertDigest>`;
  // The prefix is declared where it is first used, as exclusive canonicalization does.
  yield `<ds:DigestMethod ${ds} Algorithm="${names.sha256}"></ds:DigestMethod><ds:DigestValue ${ds}>${own}</ds:DigestValue>`;
  yield '</xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties>';
  yield '<xades:SignedDataObjectProperties>';
  let index = 0;
  for (const { mimeType } of files)
    yield `<xades:DataObjectFormat ObjectReference="#r-${index++}"><xades:MimeType>${escapeText(mimeType)}</xades:MimeType></xades:DataObjectFormat>\n`;
  yield '</xades:SignedDataObjectProperties></xades:SignedProperties>';
}

function* writeUnsignedProperties(timestamp: string | null, earlier: readonly Uint8Array[]): Generator<string> {
  if (timestamp === null && earlier.length === 0) return;
  yield '\n<xades:UnsignedProperties><xades:UnsignedSignatureProperties>';
  if (timestamp !== null)
    yield `<xades:SignatureTimeStamp>
<ds:CanonicalizationMethod Algorithm="${names.c14n}"></ds:CanonicalizationMethod>
<xades:EncapsulatedTimeStamp>${timestamp}</xades:EncapsulatedTimeStamp>
</xades:SignatureTimeStamp>`;
  if (earlier.length > 0) {
    yield '<xades:CertificateValues>';
    for (const certificate of earlier)
      yield `<xades:EncapsulatedX509Certificate>${base64(certificate)}</xades:EncapsulatedX509Certificate>\n`;
    yield '</xades:CertificateValues>';
  }
  yield '</xades:UnsignedSignatureProperties></xades:UnsignedProperties>';
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const digest = (value: string): string => `${sha256Method}<ds:DigestValue>${value}</ds:DigestValue>`;

function hashOf(pieces: Iterable<string>): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return hash.digest('base64');
}
