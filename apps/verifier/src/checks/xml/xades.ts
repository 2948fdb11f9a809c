import { digest, fromBase64, toHex, utf8, type Bytes } from '../bytes.ts';
import { canonicalForms, canonicalXml, type CanonicalForm } from './canonical-xml.ts';
import { readCertificate, type Cert } from '../signatures/certificates.ts';
import { followChain, type Trust } from '../signatures/chain.ts';
import { misshapen } from '../signatures/cms.ts';
import { readDigest, readUri, type Listed } from '../archive/file-list.ts';
import { Broken, Unchecked, type Findings, type Witness } from '../report.ts';
import { isSignedBy } from '../signatures/seal.ts';
import { reportStamp, verifyStamp, type Stamp } from '../signatures/stamp.ts';
import { attributeOf, contentOf, findAll, findOne, parseXml, walk, type Element } from './xml.ts';

const unsignedProperties = ['Object', 'QualifyingProperties', 'UnsignedProperties', 'UnsignedSignatureProperties'];
const ecdsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256';

export type XmlSignature = {
  /** The files that it covers, by the digests that it gives. */
  covered: Listed[];
  witness: Witness;
  /** All certificates of the file, the signer's first. */
  certificates: Cert[];
};

export type Judging = { findings: Findings; trust: Trust };

/**
 * Checks a XAdES signature (ETSI EN 319 132-1) in a file of its own: the signature value, the properties that it
 * signs, the signer's certificate, and the timestamp of the signature. The caller compares what it covers. A timestamp
 * that does not hold is a finding, and does not hide what is wrong with the signature.
 * @throws {Broken} notXml, signatureShape, signatureWrong, certificateOther, and what chains throw
 */
export async function verifyXmlSignature(
  bytes: Bytes,
  file: string,
  { findings, trust }: Judging,
): Promise<XmlSignature> {
  const root = parseXml(bytes, file);
  const signature = root.localName === 'Signature' ? root : findOne(root, 'Signature');
  const info = signature && findOne(signature, 'SignedInfo');
  if (!signature || !info) throw misshapen(file, 'Signature');
  const came = await readCertificatesAt(keyInfo, signature, file);
  const [signer] = came;
  if (!signer) throw misshapen(file, 'X509Certificate');
  if (algorithmOf(findOne(info, 'SignatureMethod')) !== ecdsaSha256) throw misshapen(file, 'SignatureMethod');
  const signed = utf8(canonicalXml(info, formOf(findOne(info, 'CanonicalizationMethod'), file)));
  const value = fromBase64(contentOf(findOne(signature, 'SignatureValue')));
  if (!value || !(await isSignedBy(signer, signed, value))) throw new Broken('signatureWrong', { file });
  const properties = await verifyProperties(signature, info, file);
  await verifySignerNamed(properties, signer, file);
  const stamp = await findings.try(() => verifySignatureStamp(signature, file, trust));
  if (stamp) reportStamp(stamp, { file, trust }, findings);
  const at = stamp?.at ?? signingTimeOf(properties, file);
  const witness = await followChain(signer, { file, came, at, role: 'seal', trust });
  const covered = referencesOf(info).filter((each) => !isInside(each));
  findings.rely(witness);
  return {
    witness,
    certificates: [...came, ...(await readCertificatesAt(beside, signature, file))],
    covered: covered.map((each) => ({ name: readUri(each, file), ...readDigest(each, file) })),
  };
}

/** The signer’s own comes first, as XAdES writers put it; the signed properties name it by its digest. */
const keyInfo = ['KeyInfo', 'X509Data', 'X509Certificate'];
/** Those of seals before, kept for the checkpoints that they sealed (XAdES, 5.4.1). */
const beside = [...unsignedProperties, 'CertificateValues', 'EncapsulatedX509Certificate'];

async function readCertificatesAt(path: readonly string[], signature: Element, file: string): Promise<Cert[]> {
  const blocks = findAll(signature, ...path).map((each) => fromBase64(contentOf(each)) ?? new Uint8Array());
  const read = await Promise.all(blocks.map(readCertificate));
  const certificates = read.filter((cert) => cert !== null);
  if (certificates.length < read.length) throw misshapen(file, 'X509Certificate');
  return certificates;
}

const algorithmOf = (method: Element | null): string => (method && attributeOf(method, 'Algorithm')) ?? '';

function formOf(method: Element | null, file: string): CanonicalForm {
  const form = canonicalForms[algorithmOf(method) as keyof typeof canonicalForms];
  if (!form || (method && findOne(method, 'InclusiveNamespaces'))) throw misshapen(file, 'CanonicalizationMethod');
  return form;
}

const referencesOf = (info: Element): Element[] => findAll(info, 'Reference');
const isInside = (reference: Element): boolean => attributeOf(reference, 'URI')?.startsWith('#') ?? false;

/** The signed properties, whose digest is in the signature: what `Id` names must be one element, and that one. */
async function verifyProperties(signature: Element, info: Element, file: string): Promise<Element> {
  const properties = findOne(signature, 'Object', 'QualifyingProperties', 'SignedProperties');
  const [reference, ...others] = referencesOf(info).filter(isInside);
  const id = properties && attributeOf(properties, 'Id');
  const named = [...walk(signature)].filter((each) => id && attributeOf(each, 'Id') === id);
  if (!properties || !reference || others.length > 0 || named.length !== 1) throw misshapen(file, 'SignedProperties');
  if (attributeOf(reference, 'URI') !== `#${id}`) throw misshapen(file, 'SignedProperties');
  const [transform = null, ...more] = findAll(reference, 'Transforms', 'Transform');
  if (more.length > 0) throw misshapen(file, 'Transforms');
  const form = transform ? formOf(transform, file) : 'inclusive';
  const claimed = readDigest(reference, file);
  const own = await digest(claimed.algorithm, utf8(canonicalXml(properties, form)));
  if (toHex(own) !== claimed.digest) throw new Broken('signatureWrong', { file });
  return properties;
}

async function verifySignerNamed(properties: Element, signer: Cert, file: string): Promise<void> {
  const signed = findOne(properties, 'SignedSignatureProperties');
  const list = signed && (findOne(signed, 'SigningCertificateV2') ?? findOne(signed, 'SigningCertificate'));
  const [first] = list ? findAll(list, 'Cert', 'CertDigest') : [];
  if (!first) throw misshapen(file, 'SigningCertificateV2');
  const { algorithm, digest: claimed } = readDigest(first, file);
  if (toHex(await digest(algorithm, signer.der)) !== claimed) throw new Broken('certificateOther', { file });
}

function signingTimeOf(properties: Element, file: string): Date {
  const time = new Date(contentOf(findOne(properties, 'SignedSignatureProperties', 'SigningTime')));
  if (Number.isNaN(time.getTime())) throw misshapen(file, 'SigningTime');
  return time;
}

/** The token is over the canonical form of the element of the signature value. @throws {Broken} as `verifyStamp` */
async function verifySignatureStamp(signature: Element, file: string, trust: Trust): Promise<Stamp> {
  const [stamp, ...others] = findAll(signature, ...unsignedProperties, 'SignatureTimeStamp');
  if (!stamp) throw new Unchecked('stampPending', { file });
  const value = findOne(signature, 'SignatureValue');
  const token = fromBase64(contentOf(findOne(stamp, 'EncapsulatedTimeStamp')));
  if (!value || !token || others.length > 0) throw misshapen(file, 'SignatureTimeStamp');
  const method = findOne(stamp, 'CanonicalizationMethod');
  const form = method ? formOf(method, file) : 'inclusive';
  return verifyStamp(token, { file, bytes: utf8(canonicalXml(value, form)), trust });
}
