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
import { oid } from './object-identifiers.ts';

/** Who signs: a key on the curve P-256, which may be anywhere, and its certificate. */
export type CmsSigner = {
  certificate: X509Certificate;
  /** Its issuers, nearest first; they travel with the signature. */
  chain: readonly X509Certificate[];
  /** ECDSA with SHA-256 over the bytes, in DER. */
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
 * A CMS SignedData (RFC 5652) in DER with one ECDSA signature, which covers the kind of content, its SHA-256 and which
 * certificate is meant (signing-certificate-v2, RFC 5035).
 */
export async function signCms({ type, bytes, isDetached }: Content, signer: CmsSigner, more: More = {}) {
  const { unsigned, isWithoutCertificates = false } = more;
  const attributes = signedAttributes(type, { bytes, certificate: signer.certificate });
  const set = new asn1.Set({ value: attributes.map((attribute) => attribute.toSchema()) });
  const signature = await signer.sign(Buffer.from(set.toBER()));
  const unsignedAttributes = (await unsigned?.(signature)) ?? [];
  const certificate = parse(signer.certificate);
  const signerInfo = new SignerInfo({
    version: 1,
    sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
    digestAlgorithm: sha256(),
    signedAttrs: new SignedAndUnsignedAttributes({ type: 0, attributes }),
    signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.ecdsaWithSha256 }),
    signature: octets(signature),
    ...(unsignedAttributes.length > 0 && {
      unsignedAttrs: new SignedAndUnsignedAttributes({ type: 1, attributes: unsignedAttributes }),
    }),
  });
  const signed = new SignedData({
    version: type === oid.data ? 1 : 3,
    digestAlgorithms: [sha256()],
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

/** In the order of their bytes, as DER has a SET. */
function signedAttributes(type: string, signed: { bytes: Buffer; certificate: X509Certificate }): Attribute[] {
  // ESSCertIDv2, whose digest is SHA-256 where none is named.
  const named = new asn1.Sequence({ value: [octets(digest(signed.certificate.raw))] });
  const attributes = [
    new Attribute({ type: oid.contentType, values: [new asn1.ObjectIdentifier({ value: type })] }),
    new Attribute({ type: oid.messageDigest, values: [octets(digest(signed.bytes))] }),
    new Attribute({
      type: oid.signingCertificateV2,
      values: [new asn1.Sequence({ value: [new asn1.Sequence({ value: [named] })] })],
    }),
  ];
  const encoded = (attribute: Attribute) => Buffer.from(attribute.toSchema().toBER());
  return attributes.toSorted((one, other) => Buffer.compare(encoded(one), encoded(other)));
}

const parse = ({ raw }: X509Certificate): Certificate => Certificate.fromBER(new Uint8Array(raw));

const sha256 = () => new AlgorithmIdentifier({ algorithmId: oid.sha256 });

const octets = (bytes: Buffer) => new asn1.OctetString({ valueHex: new Uint8Array(bytes) });

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
