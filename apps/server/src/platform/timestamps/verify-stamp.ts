import { createHash, type X509Certificate } from 'node:crypto';
import * as asn1 from 'asn1js';
import { Certificate, ExtKeyUsage, IssuerAndSerialNumber, type SignerInfo, type TSTInfo } from 'pkijs';
import { CertificateRefused, findChain } from '../pki/chain.ts';
import { digestOf, digestOids, nodeDigest, type DigestAlgorithm } from '../pki/digest-algorithms.ts';
import { oid } from '../pki/object-identifiers.ts';
import { bytesOf, elements, readToken, requireThat } from './read-token.ts';
import { digestsOfStamp } from './stamp-digests.ts';
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
export function verifyStamp(token: Buffer, imprint: Imprint, trust: StampTrust): VerifiedStamp {
  try {
    return checkStamp(token, imprint, trust);
  } catch (cause) {
    if (cause instanceof StampRefused) throw cause;
    // The parsers and Node throw all kinds of errors at what nobody has checked before.
    throw new StampRefused(cause instanceof CertificateRefused ? cause.message : 'it cannot be read', { cause });
  }
}

function checkStamp(token: Buffer, imprint: Imprint, { roots, policy, now }: StampTrust): VerifiedStamp {
  const { signer, info, infoBytes, certificates } = readToken(token);
  requireThat(info.version === 1, 'it is of an unknown version');
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  requireThat(
    hashAlgorithm.algorithmId === digestOids[imprint.algorithm] && bytesOf(hashedMessage).equals(imprint.digest),
    'it is of another digest',
  );
  requireThat(policy === undefined || info.policy === policy, `it is of the policy ${info.policy}`);
  const at = info.genTime;
  requireThat(at.getTime() <= now.getTime() + clockToleranceMs, `it is of a time to come, ${at.toISOString()}`);
  const certificate = findCertificate(signer, { certificates, infoBytes });
  requireTimestampUse(certificate);
  const chain = findChain(certificate, { pool: certificates, roots, at });
  const digests = digestsOfStamp({ imprint, signer, chain });
  return { at, policy: info.policy, nonce: readNonce(info), chain, digests };
}

type Signed = { certificates: readonly X509Certificate[]; infoBytes: Buffer };

/** The certificate whose key signed. */
function findCertificate(signer: SignerInfo, { certificates, infoBytes }: Signed): X509Certificate {
  const digest = digestOf(signer.digestAlgorithm.algorithmId);
  if (!digest || !signer.signedAttrs) throw new StampRefused('its signature rests on an old digest');
  const contentType = attribute(signer, oid.contentType);
  const messageDigest = attribute(signer, oid.messageDigest);
  requireThat(
    contentType instanceof asn1.ObjectIdentifier && contentType.getValue() === oid.timeStampInfo,
    'its signature is of something else',
  );
  requireThat(
    messageDigest instanceof asn1.OctetString && bytesOf(messageDigest).equals(hash(digest, infoBytes)),
    'its signature is of other bytes',
  );
  const certificate = findNamed(signer, certificates);
  const { signatureAlgorithm: algorithm, signature } = signer;
  // Signed is the SET that the implicit tag stands for: pkijs keeps its bytes so.
  const bytes = Buffer.from(signer.signedAttrs.encodedValue);
  requireThat(
    isSignedBy(certificate.publicKey, {
      bytes,
      signature: bytesOf(signature),
      algorithm,
      digest,
    }),
    'its signature is wrong',
  );
  return certificate;
}

/** The certificate that the signed attribute names by its digest (ESSCertIDv2), and the signer by its number. */
function findNamed(signer: SignerInfo, certificates: readonly X509Certificate[]): X509Certificate {
  const [certificateIds] = elements(attribute(signer, oid.signingCertificateV2));
  const [first] = elements(certificateIds);
  const parts = elements(first);
  const [head] = parts;
  const named = head instanceof asn1.Sequence ? elements(head)[0] : undefined;
  const algorithm = named instanceof asn1.ObjectIdentifier ? digestOf(named.getValue()) : 'SHA-256';
  const expected = parts.find((part) => part instanceof asn1.OctetString);
  if (!algorithm || !expected) throw new StampRefused('it does not name its certificate (ESSCertIDv2)');
  const found = certificates.find(({ raw }) => hash(algorithm, raw).equals(bytesOf(expected)));
  if (!found) throw new StampRefused('its certificate did not come with it');
  requireThat(isNamedBy(signer, found), 'it names two certificates');
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
  requireThat(
    usage?.critical === true && purposes.length === 1 && purposes[0] === oid.timeStamping,
    'its certificate is not one for timestamps',
  );
}

function readNonce({ nonce }: TSTInfo): Buffer | null {
  return nonce === undefined ? null : unsigned(Buffer.from(nonce.valueBlock.valueHexView));
}

/** The digits of a positive number, without the zeroes in front that only keep its sign. */
export function unsigned(bytes: Buffer): Buffer {
  const start = bytes.findIndex((byte) => byte !== 0);
  return start < 0 ? Buffer.alloc(0) : bytes.subarray(start);
}

/** The value of a signed attribute, which may be there once only (RFC 5652, 11). */
function attribute({ signedAttrs }: SignerInfo, type: string): unknown {
  const [found, ...others] = signedAttrs?.attributes.filter((one) => one.type === type) ?? [];
  const [value, ...more] = found?.values ?? [];
  return others.length === 0 && more.length === 0 ? value : undefined;
}

const hash = (algorithm: DigestAlgorithm, bytes: Buffer): Buffer =>
  createHash(nodeDigest(algorithm)).update(bytes).digest();
