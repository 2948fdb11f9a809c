import { createHash, createPublicKey, randomBytes, sign, X509Certificate, type KeyObject } from 'node:crypto';
import * as asn1 from 'asn1js';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from 'pkijs';
import { ecdsaOids, nodeDigest, type DigestAlgorithm } from './digest-algorithms.ts';
import { oid } from './object-identifiers.ts';

/** Whom the certificate names, for what, and for how long. */
export type Certified = {
  commonName: string;
  organization: string;
  publicKey: KeyObject;
  /** An authority issues certificates; the other two sign timestamps or bytes. */
  use: 'authority' | 'timestamps' | 'seals';
  from: Date;
  to: Date;
};

/**
 * An authority, whose key is on the curve P-256; without its certificate, the new one is self-signed. It signs by
 * SHA-256 by default.
 */
export type Issuer = { key: KeyObject; certificate?: X509Certificate; digest?: DigestAlgorithm };

/** A certificate of X.509 version 3, signed by ECDSA. */
export function makeCertificate(certified: Certified, issuer: Issuer): X509Certificate {
  const certificate = new Certificate();
  certificate.version = 2;
  // Positive, and never 0: 127 bits of chance behind a bit that is set.
  const serial = randomBytes(16);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  certificate.serialNumber = new asn1.Integer({ valueHex: new Uint8Array(serial) });
  certificate.subject = nameOf(certified);
  certificate.issuer = issuer.certificate ? parse(issuer.certificate).subject : nameOf(certified);
  certificate.notBefore = timeOf(certified.from);
  certificate.notAfter = timeOf(certified.to);
  const publicKey = certified.publicKey.export({ format: 'der', type: 'spki' });
  certificate.subjectPublicKeyInfo = PublicKeyInfo.fromBER(new Uint8Array(publicKey));
  certificate.extensions = extensionsOf(certified, issuer);
  const { digest = 'SHA-256' } = issuer;
  const algorithm = new AlgorithmIdentifier({ algorithmId: ecdsaOids[digest] });
  [certificate.signature, certificate.signatureAlgorithm] = [algorithm, algorithm];
  const signed = Buffer.from(certificate.encodeTBS().toBER());
  certificate.tbsView = new Uint8Array(signed);
  certificate.signatureValue = new asn1.BitString({
    valueHex: new Uint8Array(sign(nodeDigest(digest), signed, issuer.key)),
  });
  return new X509Certificate(Buffer.from(certificate.toSchema().toBER()));
}

const parse = (certificate: X509Certificate): Certificate => Certificate.fromBER(new Uint8Array(certificate.raw));

/** Built by hand: pkijs would write both parts as one of two values. */
function nameOf({ commonName, organization }: Certified): RelativeDistinguishedNames {
  const part = (type: string, text: string) =>
    new asn1.Set({
      value: [new AttributeTypeAndValue({ type, value: new asn1.Utf8String({ value: text }) }).toSchema()],
    });
  const name = new asn1.Sequence({ value: [part(oid.organization, organization), part(oid.commonName, commonName)] });
  return RelativeDistinguishedNames.fromBER(name.toBER());
}

/** UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5); in whole seconds. */
function timeOf(instant: Date): Time {
  const value = new Date(Math.floor(instant.getTime() / 1000) * 1000);
  return new Time({ type: value.getUTCFullYear() < 2050 ? TimeType.UTCTime : TimeType.GeneralizedTime, value });
}

/** Bits of KeyUsage, the first being digitalSignature, and how many at the end are unused. */
const keyUsages = {
  authority: { bits: 0x06, unused: 1 },
  timestamps: { bits: 0xc0, unused: 6 },
  seals: { bits: 0xc0, unused: 6 },
} as const;

function extensionsOf({ use, publicKey }: Certified, issuer: Issuer): Extension[] {
  const { bits, unused } = keyUsages[use];
  const keyUsage = new asn1.BitString({ valueHex: new Uint8Array([bits]), unusedBits: unused });
  const isAuthority = use === 'authority';
  const constraints = new BasicConstraints(isAuthority ? { cA: true } : {}).toSchema();
  const subjectKey = new asn1.OctetString({ valueHex: keyDigest(publicKey) });
  const authorityKey = new AuthorityKeyIdentifier({
    keyIdentifier: new asn1.OctetString({ valueHex: keyDigest(createPublicKey(issuer.key)) }),
  }).toSchema();
  const usage = new ExtKeyUsage({ keyPurposes: [oid.timeStamping] }).toSchema();
  return [
    extension(oid.basicConstraints, constraints, { critical: true }),
    extension(oid.keyUsage, keyUsage, { critical: true }),
    ...(use === 'timestamps' ? [extension(oid.extendedKeyUsage, usage, { critical: true })] : []),
    extension(oid.subjectKeyIdentifier, subjectKey, { critical: false }),
    extension(oid.authorityKeyIdentifier, authorityKey, { critical: false }),
  ];
}

const extension = (extnID: string, value: { toBER(): ArrayBuffer }, { critical }: { critical: boolean }): Extension =>
  new Extension({ extnID, critical, extnValue: value.toBER() });

const keyDigest = (publicKey: KeyObject): Uint8Array<ArrayBuffer> =>
  new Uint8Array(
    createHash('sha1')
      .update(publicKey.export({ format: 'der', type: 'spki' }))
      .digest(),
  );
