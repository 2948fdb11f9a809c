import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js';
import { ContentInfo, getCrypto, IssuerAndSerialNumber, SignedData, type Attribute, type SignerInfo } from 'pkijs';
import { digest, isSame, toHex, type Bytes, type DigestName } from './bytes.ts';
import { readCertificate, type Cert } from './certificates.ts';
import { Broken } from './report.ts';

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  subjectKeyIdentifier: '2.5.29.14',
};

const digestNames: Record<string, DigestName> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

/** @throws {Broken} algorithmUnknown, which leaves the matter open */
export function digestNameOf(oid: string, file: string): DigestName {
  const name = digestNames[oid];
  if (!name) throw unknownAlgorithm(file, oid);
  return name;
}

const unknownAlgorithm = (file: string, algorithm: string): Broken =>
  new Broken({ code: 'algorithmUnknown', facts: { file, algorithm } }, 'open');

/** What one signer signed, and that it did. */
export type SignedMessage = {
  contentType: string;
  /** Null where the message stands apart from what it signs. */
  content: Bytes | null;
  signer: Cert;
  /** All that came with the message. */
  certificates: Cert[];
  signature: Bytes;
  unsigned: readonly Attribute[];
};

/**
 * Checks a CMS message of one signer (RFC 5652): the digest of the content, the signature over the signed attributes,
 * and that these name the signer's certificate (RFC 5035). Whether that certificate is to be believed, `followChain` says.
 * `detached`: what is signed, where the message does not hold it.
 * @throws {Broken} signatureShape, signatureWrong, certificateOther, algorithmUnknown
 */
export async function verifyMessage(der: Bytes, file: string, detached?: Bytes): Promise<SignedMessage> {
  const data = readSignedData(der, file);
  const [info] = data.signerInfos;
  if (!info || data.signerInfos.length !== 1) throw misshapen(file, 'signerInfos');
  const inside = data.encapContentInfo.eContent?.getValue();
  const content = inside === undefined ? null : new Uint8Array(inside);
  const certificates = await readCertificatesOf(data, file);
  const signer = await findSigner(info, certificates);
  if (!signer) throw new Broken({ code: 'certificateOther', facts: { file } });
  const signed = detached ?? content;
  if (!signed || (detached && content)) throw misshapen(file, 'eContent');
  const contentType = data.encapContentInfo.eContentType;
  await verifyAttributes(info, { file, signed, contentType, signer });
  await verifySignature(info, file, signer);
  return {
    ...{ contentType, content, signer, certificates },
    signature: new Uint8Array(info.signature.valueBlock.valueHexView),
    unsigned: info.unsignedAttrs?.attributes ?? [],
  };
}

export const misshapen = (file: string, where: string): Broken =>
  new Broken({ code: 'signatureShape', facts: { file, where } });

function readSignedData(der: Bytes, file: string): SignedData {
  try {
    const { offset, result } = fromBER(der);
    const info = new ContentInfo({ schema: result });
    if (offset === der.length && info.contentType === oids.signedData) return new SignedData({ schema: info.content });
  } catch {
    // What pkijs says of it helps nobody: it is no such message.
  }
  throw misshapen(file, 'SignedData');
}

async function readCertificatesOf(data: SignedData, file: string): Promise<Cert[]> {
  const blocks = (data.certificates ?? []).map((each) => new Uint8Array(each.toSchema().toBER()));
  const read = await Promise.all(blocks.map(readCertificate));
  if (read.includes(null)) throw misshapen(file, 'certificates');
  return read.filter((cert) => cert !== null);
}

async function findSigner({ sid }: SignerInfo, certificates: readonly Cert[]): Promise<Cert | null> {
  for (const cert of certificates) {
    if (sid instanceof IssuerAndSerialNumber) {
      const isIt = cert.x509.serialNumber.isEqual(sid.serialNumber) && cert.x509.issuer.isEqual(sid.issuer);
      if (isIt) return cert;
    } else {
      const own = cert.x509.extensions?.find(({ extnID }) => extnID === oids.subjectKeyIdentifier)?.parsedValue;
      if (own instanceof OctetString && toHex(own.valueBlock.valueHexView) === hexOf(sid)) return cert;
    }
  }
  return null;
}

const hexOf = (value: unknown): string => (value instanceof OctetString ? toHex(value.valueBlock.valueHexView) : '');

type Expected = { file: string; signed: Bytes; contentType: string; signer: Cert };

async function verifyAttributes(info: SignerInfo, { file, signed, contentType, signer }: Expected): Promise<void> {
  const type = attributeOf(info, oids.contentType);
  if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== contentType)
    throw misshapen(file, 'contentType');
  const told = attributeOf(info, oids.messageDigest);
  const own = await digest(digestNameOf(info.digestAlgorithm.algorithmId, file), signed);
  if (!(told instanceof OctetString) || !isSame(told.valueBlock.valueHexView, own))
    throw new Broken({ code: 'signatureWrong', facts: { file } });
  if (!(await namesSigner(info, signer, file))) throw new Broken({ code: 'certificateOther', facts: { file } });
}

/** The one value of a signed attribute; undefined where there is none, or more than one. */
function attributeOf({ signedAttrs }: SignerInfo, oid: string): unknown {
  const [found, ...others] = signedAttrs?.attributes.filter(({ type }) => type === oid) ?? [];
  return found?.values.length === 1 && others.length === 0 ? found.values[0] : undefined;
}

/** ESSCertIDv2 ::= SEQUENCE { hashAlgorithm DEFAULT sha256, certHash, issuerSerial OPTIONAL }; ESSCertID is SHA-1. */
async function namesSigner(info: SignerInfo, signer: Cert, file: string): Promise<boolean> {
  const second = attributeOf(info, oids.signingCertificateV2);
  const attribute = second ?? attributeOf(info, oids.signingCertificate);
  const list: unknown = attribute instanceof Sequence ? attribute.valueBlock.value[0] : null;
  const id: unknown = list instanceof Sequence ? list.valueBlock.value[0] : null;
  if (!(id instanceof Sequence)) return false;
  const [first, next] = id.valueBlock.value;
  const algorithm = first instanceof Sequence ? first.valueBlock.value[0] : null;
  const hash = first instanceof Sequence ? next : first;
  let name: DigestName = second ? 'SHA-256' : 'SHA-1';
  if (algorithm instanceof ObjectIdentifier) name = digestNameOf(algorithm.getValue(), file);
  return hash instanceof OctetString && isSame(hash.valueBlock.valueHexView, await digest(name, signer.der));
}

async function verifySignature(info: SignerInfo, file: string, signer: Cert): Promise<void> {
  const engine = getCrypto(true);
  const hash = digestNameOf(info.digestAlgorithm.algorithmId, file);
  const { algorithmId } = info.signatureAlgorithm;
  if (!('name' in engine.getAlgorithmByOID(algorithmId))) throw unknownAlgorithm(file, algorithmId);
  const covered = info.signedAttrs?.encodedValue ?? new ArrayBuffer();
  const isRight = await engine
    .verifyWithPublicKey(covered, info.signature, signer.x509.subjectPublicKeyInfo, info.signatureAlgorithm, hash)
    .catch(() => false);
  if (!isRight) throw new Broken({ code: 'signatureWrong', facts: { file } });
}
