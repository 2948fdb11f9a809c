import { Constructed, Null, ObjectIdentifier, OctetString, Primitive, Sequence } from 'asn1js';
import {
  ContentInfo,
  getCrypto,
  IssuerAndSerialNumber,
  RSASSAPSSParams,
  SignedData,
  type AlgorithmIdentifier,
  type Attribute,
  type SignerInfo,
} from 'pkijs';
import { digest, isSame, type Bytes, type DigestName } from '../bytes.ts';
import { readCertificate, type Cert } from './certificates.ts';
import { Broken } from '../report.ts';
import { isSignatureValue, isStrong, isWellFormed } from './well-formed.ts';

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  subjectKeyIdentifier: '2.5.29.14',
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
};

const digestNames: Record<string, DigestName> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
};

/** @throws {Broken} algorithmUnknown */
export function digestNameOf(oid: string, file: string): DigestName {
  const name = digestNames[oid];
  if (!name) throw unknownAlgorithm(file, oid);
  return name;
}

const unknownAlgorithm = (file: string, algorithm: string): Broken =>
  new Broken('algorithmUnknown', { file, algorithm });

/** A message that one signer signed. */
export type SignedMessage = {
  contentType: string;
  /** Null where the message is apart from what it signs. */
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
export const verifyMessage = (der: Bytes, file: string, detached?: Bytes): Promise<SignedMessage> =>
  withinShape(file, () => verify(der, file, detached));

async function verify(der: Bytes, file: string, detached?: Bytes): Promise<SignedMessage> {
  const { data, rawCertificates } = readSignedData(der, file);
  const [info] = data.signerInfos;
  if (!info || data.signerInfos.length !== 1) throw misshapen(file, 'signerInfos');
  requireUsual(data, info, file);
  const { eContentType: contentType, eContent } = data.encapContentInfo;
  const content = eContent ? new Uint8Array(eContent.getValue()) : null;
  const signed = detached ?? content;
  if (!signed || (detached && content)) throw misshapen(file, 'eContent');
  const read = await Promise.all(rawCertificates.map(readCertificate));
  const certificates = read.filter((cert) => cert !== null);
  if (certificates.length < read.length) throw misshapen(file, 'certificates');
  const signer = certificates.find((cert) => isNamedBy(info, cert));
  if (!signer) throw new Broken('certificateOther', { file });
  await verifyAttributes(info, { file, signed, contentType, signer });
  await verifySignature(info, file, signer);
  return {
    ...{ contentType, content, signer, certificates },
    signature: new Uint8Array(info.signature.valueBlock.valueHexView),
    unsigned: info.unsignedAttrs?.attributes ?? [],
  };
}

/**
 * Runs code that reads ASN.1. In changed bytes, any value may be of another type than pkijs says it is: an error is a
 * finding then, and the other checks go on.
 */
export async function withinShape<Result>(file: string, read: () => Promise<Result> | Result): Promise<Result> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Broken) throw error;
    throw misshapen(file, 'ASN.1');
  }
}

export const misshapen = (file: string, where: string): Broken => new Broken('signatureShape', { file, where });

/** A message, and the bytes of its certificates as they came: one that is read and written again may be another. */
function readSignedData(der: Bytes, file: string): { data: SignedData; rawCertificates: Bytes[] } {
  if (!isWellFormed(der)) throw misshapen(file, 'SignedData');
  const info = ContentInfo.fromBER(der);
  if (info.contentType !== oids.signedData) throw misshapen(file, 'SignedData');
  const data = new SignedData({ schema: info.content });
  const parts: unknown[] = info.content instanceof Sequence ? info.content.valueBlock.value : [];
  const set = parts.find((part) => part instanceof Constructed && part.idBlock.tagNumber === 0 && isTagged(part));
  const blocks = set instanceof Constructed ? set.valueBlock.value : [];
  return { data, rawCertificates: blocks.map((block) => new Uint8Array(block.valueBeforeDecodeView)) };
}

const isTagged = ({ idBlock }: Constructed): boolean => idBlock.tagClass === 3;

/** Fields that nothing signs must be as RFC 5652 (5.1, 5.3) says, so that no byte is without a meaning. */
function requireUsual({ version, digestAlgorithms }: SignedData, info: SignerInfo, file: string): void {
  const isByIssuer = info.sid instanceof IssuerAndSerialNumber;
  if (![1, 3].includes(version) || info.version !== (isByIssuer ? 1 : 3)) throw misshapen(file, 'version');
  const [first, ...others] = digestAlgorithms;
  if (first?.algorithmId !== info.digestAlgorithm.algorithmId || others.length > 0)
    throw misshapen(file, 'digestAlgorithms');
  const simple = [first, info.digestAlgorithm, info.signatureAlgorithm];
  if (!simple.every(isWithoutParameters)) throw misshapen(file, 'parameters');
}

/** Only RSA-PSS has parameters; a NULL stands for none. */
const isWithoutParameters = ({ algorithmId, algorithmParams }: AlgorithmIdentifier): boolean =>
  algorithmId === oids.rsaPss || algorithmParams === undefined || algorithmParams instanceof Null;

function isNamedBy({ sid }: SignerInfo, { x509 }: Cert): boolean {
  if (sid instanceof IssuerAndSerialNumber)
    return x509.serialNumber.isEqual(sid.serialNumber) && x509.issuer.isEqual(sid.issuer);
  const own: unknown = x509.extensions?.find(({ extnID }) => extnID === oids.subjectKeyIdentifier)?.parsedValue;
  return (
    own instanceof OctetString &&
    sid instanceof Primitive &&
    isSame(own.valueBlock.valueHexView, sid.valueBlock.valueHexView)
  );
}

type Expected = { file: string; signed: Bytes; contentType: string; signer: Cert };

async function verifyAttributes(info: SignerInfo, { file, signed, contentType, signer }: Expected): Promise<void> {
  const type = attributeOf(info, oids.contentType);
  if (!(type instanceof ObjectIdentifier) || type.valueBlock.toString() !== contentType)
    throw misshapen(file, 'contentType');
  const claimed = attributeOf(info, oids.messageDigest);
  const own = await digest(digestNameOf(info.digestAlgorithm.algorithmId, file), signed);
  if (!(claimed instanceof OctetString) || !isSame(claimed.valueBlock.valueHexView, own))
    throw new Broken('signatureWrong', { file });
  if (!(await namesSigner(info, signer, file))) throw new Broken('certificateOther', { file });
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

const digestOfPss = ({ algorithmParams }: AlgorithmIdentifier): string =>
  new RSASSAPSSParams({ schema: algorithmParams }).hashAlgorithm.algorithmId;

async function verifySignature(info: SignerInfo, file: string, signer: Cert): Promise<void> {
  const engine = getCrypto(true);
  const { algorithmId } = info.signatureAlgorithm;
  // Without parameters RSA-PSS means SHA-1, which is refused (RFC 4055, 3.1).
  if (algorithmId === oids.rsaPss) digestNameOf(digestOfPss(info.signatureAlgorithm), file);
  // RFC 5754, 3.2: it says nothing of the digest; the others do.
  const hash = algorithmId === oids.rsa ? digestNameOf(info.digestAlgorithm.algorithmId, file) : undefined;
  if (algorithmId !== oids.rsa && !isStrong(algorithmId)) throw unknownAlgorithm(file, algorithmId);
  const value: unknown = info.signature;
  const { subjectPublicKeyInfo: key } = signer.x509;
  const isShaped = value instanceof OctetString && isSignatureValue(value.valueBlock.valueHexView, algorithmId, key);
  if (!isShaped) throw misshapen(file, 'signature');
  const covered = info.signedAttrs?.encodedValue ?? new ArrayBuffer();
  // WebCrypto throws for a key that is not of the algorithm: such a signature is as wrong as any other.
  const isRight = await engine
    .verifyWithPublicKey(covered, info.signature, key, info.signatureAlgorithm, hash)
    .catch(() => false);
  if (!isRight) throw new Broken('signatureWrong', { file });
}
