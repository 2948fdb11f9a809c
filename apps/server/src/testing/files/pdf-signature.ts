import { createHash, verify, X509Certificate } from 'node:crypto';
import { fromBER, OctetString } from 'asn1js';
import { Certificate, ContentInfo, SignedData, type Attribute } from 'pkijs';
import { oid } from '../../platform/pki/object-identifiers.ts';

/** The facts of a PDF's signature; each part was checked to be of this file. */
export type PdfSignature = {
  certificate: X509Certificate;
  /** The subjects of the certificates that came along. */
  subjects: string[];
  signedAttributes: string[];
  /** The token over the signature, and what it must be of; null where there is none. */
  stamp: { token: Buffer; digest: Buffer } | null;
};

/** Reads a PAdES signature and checks it by Node's own means. @throws where anything does not hold */
export function readPdfSignature(pdf: Buffer): PdfSignature {
  const text = pdf.toString('latin1');
  const [, ...range] = /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\s*\]/.exec(text) ?? [];
  const [start = 0, before = 0, after = 0, rest = 0] = range.map(Number);
  if (start !== 0 || after + rest !== pdf.length) throw new Error('the signature does not cover the whole file');
  const signed = Buffer.concat([pdf.subarray(0, before), pdf.subarray(after)]);
  const filled = Buffer.from(text.slice(before + 1, after - 1), 'hex');
  const { offset } = fromBER(new Uint8Array(filled));
  if (filled.subarray(offset).some((byte) => byte !== 0)) throw new Error('something follows the signature');
  const message = ContentInfo.fromBER(new Uint8Array(filled.subarray(0, offset)));
  const data = new SignedData({ schema: message.content });
  const [signer, ...others] = data.signerInfos;
  if (!signer?.signedAttrs || others.length > 0) throw new Error('there is not one signature');
  const certificates = (data.certificates ?? [])
    .filter((one) => one instanceof Certificate)
    .map((one) => new X509Certificate(Buffer.from(one.toSchema().toBER())));
  const [certificate] = certificates;
  if (!certificate) throw new Error('there is no certificate');
  const digest = valueOf(signer.signedAttrs.attributes, oid.messageDigest);
  if (!(digest instanceof OctetString) || !sha256(signed).equals(Buffer.from(digest.getValue())))
    throw new Error('the signature is of another file');
  const signature = Buffer.from(signer.signature.getValue());
  if (!verify('sha256', Buffer.from(signer.signedAttrs.encodedValue), certificate.publicKey, signature))
    throw new Error('the signature is wrong');
  const stamp = valueOf(signer.unsignedAttrs?.attributes ?? [], oid.signatureTimeStamp);
  return {
    certificate,
    subjects: certificates.map(({ subject }) => subject ?? ''),
    signedAttributes: signer.signedAttrs.attributes.map(({ type }) => type),
    stamp: stamp ? { token: Buffer.from(stamp.toBER()), digest: sha256(signature) } : null,
  };
}

const valueOf = (attributes: readonly Attribute[], type: string) =>
  attributes.find((one) => one.type === type)?.values[0];

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
