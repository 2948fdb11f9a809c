import { createHash, type X509Certificate } from 'node:crypto';
import * as asn1 from 'asn1js';
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs';
import { digestOids, ecdsaOids, nodeDigest, type DigestAlgorithm } from './digest-algorithms.ts';
import { oid } from './object-identifiers.ts';

/** A key on the curve P-256, which may be anywhere, and its certificate. */
export type CmsSigner = {
  /** SHA-256 by default. */
  digest?: DigestAlgorithm;
  certificate: X509Certificate;
  /** Its issuers, nearest first; they travel with the signature. */
  chain: readonly X509Certificate[];
  /** ECDSA with that digest over the bytes, in DER. */
  sign(bytes: Buffer): Promise<Buffer>;
};

type Content = {
  /** The object identifier of the kind of content. */
  type: string;
  bytes: Buffer;
  /** Whether the bytes stay outside of the message. */
  isDetached: boolean;
};

type More = {
  isWithoutCertificates?: boolean;
  /** Attributes about the signature, which it does not cover. */
  unsigned?: (signature: Buffer) => Promise<Attribute[]>;
};

/**
 * A CMS SignedData (RFC 5652) in DER with one ECDSA signature, which covers the kind of content, its digest and which
 * certificate is meant (signing-certificate-v2, RFC 5035).
 */
export async function signCms({ type, bytes, isDetached }: Content, signer: CmsSigner, more: More = {}) {
  const { unsigned, isWithoutCertificates = false } = more;
  const { digest = 'SHA-256' } = signer;
  const attributes = signedAttributes(type, { bytes, certificate: signer.certificate, digest });
  const set = new asn1.Set({ value: attributes.map((attribute) => attribute.toSchema()) });
  const signature = await signer.sign(Buffer.from(set.toBER()));
  const unsignedAttributes = (await unsigned?.(signature)) ?? [];
  const certificate = parse(signer.certificate);
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    digestAlgorithm: identify(digest),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: ecdsaOids[digest] }),
    signature: octets(signature),
    ...(unsignedAttributes.length > 0 && {
      unsignedAttrs: new SignedAndUnsignedAttributes({ type: 1, attributes: unsignedAttributes }),
    }),
  });
  const signed = new SignedData({
    version: type === oid.data ? 1 : 3,
    digestAlgorithms: [identify(digest)],
    encapContentInfo: encapsulate(type, isDetached ? null : bytes),
    ...(!isWithoutCertificates && { certificates: [certificate, ...signer.chain.map(parse)] }),
    signerInfos: [signerInfo],
  });
  const message = new ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) });
  return Buffer.from(message.toSchema().toBER());
}

function encapsulate(eContentType: string, bytes: Buffer | null): EncapsulatedContentInfo {
  const content = new EncapsulatedContentInfo({ eContentType });
  // Given to the constructor, it would be cut into pieces, which DER does not know.
  if (bytes) content.eContent = octets(bytes);
  return content;
}

type ToSign = { bytes: Buffer; certificate: X509Certificate; digest: DigestAlgorithm };

/** In the order of their bytes, as DER has a SET. */
function signedAttributes(type: string, { bytes, certificate, digest }: ToSign): Attribute[] {
  // ESSCertIDv2, whose digest is SHA-256 where none is named.
  const algorithm = digest === 'SHA-256' ? [] : [identify(digest).toSchema()];
  const named = new asn1.Sequence({ value: [...algorithm, octets(hash(digest, certificate.raw))] });
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new asn1.ObjectIdentifier({ value: type })] }),
    new Attribute({ type: oid.messageDigest, values: [octets(hash(digest, bytes))] }),
    new Attribute({
      type: oid.signingCertificateV2,
      values: [new asn1.Sequence({ value: [new asn1.Sequence({ value: [named] })] })],
    }),
  ];
  const encoded = (attribute: Attribute) => Buffer.from(attribute.toSchema().toBER());
  return attributes.toSorted((one, other) => Buffer.compare(encoded(one), encoded(other)));
}

const parse = ({ raw }: X509Certificate): Certificate => Certificate.fromBER(new Uint8Array(raw));

const identify = (digest: DigestAlgorithm) => new AlgorithmIdentifier({ algorithmId: digestOids[digest] });

const octets = (bytes: Buffer) => new asn1.OctetString({ valueHex: new Uint8Array(bytes) });

const hash = (digest: DigestAlgorithm, bytes: Buffer): Buffer => createHash(nodeDigest(digest)).update(bytes).digest();
