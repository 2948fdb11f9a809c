import { createHash, X509Certificate } from 'node:crypto';
import * as asn1 from 'asn1js';
import {
  Certificate,
  ContentInfo,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  SignedData,
  TSTInfo,
  type AlgorithmIdentifier,
  type SignerInfo,
} from 'pkijs';
import { CertificateRefused, findChain } from '../pki/chain.ts';
import { digestOf, digestOids, nodeDigest, type DigestAlgorithm } from '../pki/digest-algorithms.ts';
import { oid } from '../pki/object-identifiers.ts';
import { isWellFormed } from '../pki/well-formed.ts';
import { isSignedBy } from './verify-signature.ts';
import { StampRefused, type Imprint, type VerifiedStamp } from './timestamps.ts';

export type StampTrust = {
  roots: readonly X509Certificate[];
  /** The only policy that is accepted; every one without it. */
  policy?: string;
  /** A stamp of a later time than this is refused. */
  now: Date;
};

/** How far an authority's clock and ours may differ. */
export const clockToleranceMs = 5 * 60_000;

/**
 * Checks all that a token says: what it stamps, who signed it, with what certificate, and who vouches for that one at
 * the time of the stamp (RFC 3161, 2.4.2; RFC 5816).
 * @throws {StampRefused}
 */
export function verifyStamp(token: Buffer, imprint: Imprint, { roots, policy, now }: StampTrust): VerifiedStamp {
  const { signer, info, infoBytes, certificates } = readToken(token);
  require(info.version === 1, 'it is of an unknown version');
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  require(hashAlgorithm.algorithmId === digestOids[imprint.algorithm] &&
    bytesOf(hashedMessage).equals(imprint.digest), 'it is of another digest');
  require(policy === undefined || info.policy === policy, `it is of the policy ${info.policy}`);
  const at = info.genTime;
  require(at.getTime() <= now.getTime() + clockToleranceMs, `it is of a time to come, ${at.toISOString()}`);
  const certificate = findCertificate(signer, { certificates, infoBytes });
  requireTimestampUse(certificate);
  const chain = chainOf(certificate, { pool: certificates, roots, at });
  return { at, policy: info.policy, nonce: readNonce(info), chain };
}

type Token = { signer: SignerInfo; info: TSTInfo; infoBytes: Buffer; certificates: X509Certificate[] };

function readToken(token: Buffer): Token {
  try {
    return parseToken(token);
  } catch (cause) {
    if (cause instanceof StampRefused) throw cause;
    throw new StampRefused('it cannot be read', { cause });
  }
}

function parseToken(token: Buffer): Token {
  require(isWellFormed(token), 'it cannot be read');
  const outer = ContentInfo.fromBER(new Uint8Array(token));
  require(outer.contentType === oid.signedData, 'it is no signed message');
  const signed = new SignedData({ schema: outer.content });
  const { eContentType, eContent } = signed.encapContentInfo;
  if (eContentType !== oid.timeStampInfo || !eContent) throw new StampRefused('it is no timestamp');
  const infoBytes = bytesOf(eContent);
  require(isWellFormed(infoBytes), 'it cannot be read');
  const info = TSTInfo.fromBER(new Uint8Array(infoBytes));
  const [signer, ...others] = signed.signerInfos;
  // RFC 3161, 2.4.2: one signer. RFC 5652, 5.1 and 5.3: the versions follow from the content.
  if (!signer || others.length > 0) throw new StampRefused('it has not one signature');
  const usual = signer.sid instanceof IssuerAndSerialNumber ? 1 : 3;
  require(signed.version === 3 && signer.version === usual, 'it is of an unknown version');
  const [digest, ...more] = signed.digestAlgorithms;
  require(digest?.algorithmId === signer.digestAlgorithm.algorithmId &&
    more.length === 0, 'it does not say the digest of its signature');
  const simple = [...signed.digestAlgorithms, signer.digestAlgorithm, signer.signatureAlgorithm];
  require(simple.every(isWithoutParameters), 'its algorithms have unknown parameters');
  return { signer, info, infoBytes, certificates: readCertificates(outer) };
}

/** Only RSA-PSS has parameters; a NULL stands for none. */
const isWithoutParameters = ({ algorithmId, algorithmParams }: AlgorithmIdentifier): boolean =>
  algorithmId === oid.rsaPss || algorithmParams === undefined || algorithmParams instanceof asn1.Null;

/** As they came, to the byte: a certificate that was read and written again could be another. */
function readCertificates({ content }: ContentInfo): X509Certificate[] {
  const set = elements(content).find((part) => part instanceof asn1.Constructed && isTagged(part, 0));
  return elements(set)
    .filter((part) => part instanceof asn1.Sequence)
    .map((part) => new X509Certificate(Buffer.from(part.valueBeforeDecodeView)));
}

const isTagged = ({ idBlock }: asn1.Constructed, number: number): boolean =>
  idBlock.tagClass === 3 && idBlock.tagNumber === number;

type Signed = { certificates: readonly X509Certificate[]; infoBytes: Buffer };

/** The certificate whose key signed. */
function findCertificate(signer: SignerInfo, { certificates, infoBytes }: Signed): X509Certificate {
  const digest = digestOf(signer.digestAlgorithm.algorithmId);
  if (!digest || !signer.signedAttrs) throw new StampRefused('its signature rests on an old digest');
  const [contentType] = attribute(signer, oid.contentType);
  const [messageDigest] = attribute(signer, oid.messageDigest);
  require(contentType instanceof asn1.ObjectIdentifier &&
    contentType.getValue() === oid.timeStampInfo, 'its signature is of something else');
  require(messageDigest instanceof asn1.OctetString &&
    bytesOf(messageDigest).equals(hash(digest, infoBytes)), 'its signature is of other bytes');
  const certificate = findNamed(signer, certificates);
  const { signatureAlgorithm: algorithm, signature } = signer;
  // Signed is the SET that the implicit tag stands for: pkijs keeps its bytes so.
  const bytes = Buffer.from(signer.signedAttrs.encodedValue);
  require(isSignedBy(certificate.publicKey, {
    bytes,
    signature: bytesOf(signature),
    algorithm,
    digest,
  }), 'its signature is wrong');
  return certificate;
}

/** The certificate that the signed attribute names by its digest (ESSCertIDv2), and the signer by its number. */
function findNamed(signer: SignerInfo, certificates: readonly X509Certificate[]): X509Certificate {
  const [first] = attribute(signer, oid.signingCertificateV2).flatMap(elements).flatMap(elements);
  const parts = elements(first);
  const [head] = parts;
  const named = head instanceof asn1.Sequence ? elements(head)[0] : undefined;
  const algorithm = named instanceof asn1.ObjectIdentifier ? digestOf(named.getValue()) : 'SHA-256';
  const expected = parts.find((part) => part instanceof asn1.OctetString);
  if (!algorithm || !expected) throw new StampRefused('it does not name its certificate (ESSCertIDv2)');
  const found = certificates.find(({ raw }) => hash(algorithm, raw).equals(bytesOf(expected)));
  if (!found) throw new StampRefused('its certificate did not come with it');
  require(isNamedBy(signer, found), 'it names two certificates');
  return found;
}

function isNamedBy({ sid }: SignerInfo, { raw }: X509Certificate): boolean {
  const { issuer, serialNumber, extensions } = Certificate.fromBER(new Uint8Array(raw));
  if (sid instanceof IssuerAndSerialNumber) return sid.serialNumber.isEqual(serialNumber) && sid.issuer.isEqual(issuer);
  const keyIdentifier = extensions?.find(({ extnID }) => extnID === oid.subjectKeyIdentifier)?.parsedValue;
  return (
    sid instanceof asn1.Primitive &&
    keyIdentifier instanceof asn1.OctetString &&
    Buffer.from(sid.valueBlock.valueHexView).equals(bytesOf(keyIdentifier))
  );
}

/** Its only use is timestamping, and it says so as critical (RFC 3161, 2.3). */
function requireTimestampUse({ raw }: X509Certificate): void {
  const usage = Certificate.fromBER(new Uint8Array(raw)).extensions?.find(
    ({ extnID }) => extnID === oid.extendedKeyUsage,
  );
  const purposes = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : [];
  require(usage?.critical === true &&
    purposes.length === 1 &&
    purposes[0] === oid.timeStamping, 'its certificate is not one for timestamps');
}

function chainOf(signer: X509Certificate, trust: Parameters<typeof findChain>[1]): X509Certificate[] {
  try {
    return findChain(signer, trust);
  } catch (cause) {
    if (cause instanceof CertificateRefused) throw new StampRefused(cause.message, { cause });
    throw cause;
  }
}

function readNonce({ nonce }: TSTInfo): Buffer | null {
  return nonce === undefined ? null : unsigned(Buffer.from(nonce.valueBlock.valueHexView));
}

/** The digits of a positive number, without the zeroes in front that only keep its sign. */
export function unsigned(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  return start < 0 ? Buffer.alloc(0) : bytes.subarray(start);
}

const attribute = ({ signedAttrs }: SignerInfo, type: string): unknown[] =>
  signedAttrs?.attributes.find((one) => one.type === type)?.values ?? [];

const elements = (block: unknown): unknown[] =>
  block instanceof asn1.Sequence || block instanceof asn1.Constructed ? block.valueBlock.value : [];

const bytesOf = (octets: asn1.OctetString): Buffer => Buffer.from(octets.getValue());

const hash = (algorithm: DigestAlgorithm, bytes: Buffer): Buffer =>
  createHash(nodeDigest(algorithm)).update(bytes).digest();

function require(holds: boolean, otherwise: string): void {
  if (!holds) throw new StampRefused(otherwise);
}
