import { OctetString } from 'asn1js';
import { AuthorityKeyIdentifier, BasicConstraints, ExtKeyUsage, type Certificate } from 'pkijs';
import { isSame } from '../bytes.ts';
import type { Cert } from './certificates.ts';
import { Broken, type Witness } from '../report.ts';
import { isSignatureValue, isStrong } from './well-formed.ts';

/** The certificates that a reader has beside a signature, and the time at which the reader judges. */
export type Trust = {
  now: Date;
  /** From other files: they help to find a signer or an issuer, and nobody vouches for them. */
  known: readonly Cert[];
  /** Given by the reader, to compare with. */
  given: readonly Cert[];
};

const oids = {
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  subjectKeyIdentifier: '2.5.29.14',
  authorityKeyIdentifier: '2.5.29.35',
};
export const timeStamping = '1.3.6.1.5.5.7.3.8';

type Came = Pick<Following, 'file' | 'came' | 'at'>;

type Following = {
  file: string;
  /** Those that came with the signature. */
  came: readonly Cert[];
  at: Date;
  role: Witness['role'];
  trust: Trust;
};

/**
 * Follows the issuers of a certificate as far as the file goes, and checks each signature, date and right to issue.
 * @throws {Broken} certificateOutdated, certificateUse, chainWrong; authorityOther where the reader gave certificates
 * of that kind, and the chain meets none of them
 */
export async function followChain(leaf: Cert, { file, came, at, role, trust }: Following): Promise<Witness> {
  const { given, known } = trust;
  if (role === 'seal' && isForTimestamps(leaf.x509)) throw new Broken('certificateUse', { file, subject: leaf.name });
  const path = [leaf];
  for (let current = leaf; current.subject !== current.issuer;) {
    if (!isStrong(current.x509.signatureAlgorithm.algorithmId))
      throw new Broken('algorithmUnknown', { file, algorithm: current.x509.signatureAlgorithm.algorithmId });
    const issuer = await findIssuer(current, [...given, ...came, ...known], at);
    if (!issuer || path.length > 10) break;
    path.push(issuer);
    current = issuer;
  }
  const last = path.at(-1) ?? leaf;
  const isEnded = last.subject === last.issuer;
  const isWhole = isEnded ? await isIssuedBy(last, last) : given.includes(last) || namesOtherKey(last);
  if (!isWhole) throw new Broken('chainWrong', { file, subject: last.name });
  for (const [index, cert] of path.entries()) checkCertificate(cert, { file, at, isIssuer: index > 0 });
  await requireNoStranger(path, { file, came, at });
  const compared = given.filter((cert) => canVouchFor(cert, role));
  const confirming = compared.find((cert) => path.some(({ der }) => isSame(der, cert.der)));
  if (compared.length > 0 && !confirming) throw new Broken('authorityOther', { file, subject: last.name });
  return {
    ...{ role, name: leaf.name, subject: leaf.subject, issuer: leaf.issuer, fingerprint: leaf.fingerprint },
    confirmedBy: confirming?.name ?? null,
    from: leaf.x509.notBefore.value,
    to: leaf.x509.notAfter.value,
    endsAt: new Date(Math.min(...path.map(({ x509 }) => x509.notAfter.value.getTime()))),
    root: isEnded ? { subject: last.subject, fingerprint: last.fingerprint } : null,
    isSelfSigned: leaf.subject === leaf.issuer,
    isDemonstration: path.some(({ subject }) => /d[ée]monstration|stand-?in|\bdemo\b/i.test(subject)),
  };
}

/**
 * Each certificate that came along is of the chain, or is vouched for by one that came along: none is there for nothing.
 * Some authorities write one twice: equal ones are one.
 */
async function requireNoStranger(path: readonly Cert[], { file, came, at }: Came): Promise<void> {
  for (const cert of came) {
    const isKnown = path.some(({ der }) => isSame(der, cert.der)) || (await findIssuer(cert, came, at));
    if (!isKnown) throw new Broken('chainWrong', { file, subject: cert.name });
  }
}

/** An authority that was renewed under its name and key has issued it too: the one that was good at that time. */
async function findIssuer(cert: Cert, pool: readonly Cert[], at: Date): Promise<Cert | null> {
  const named = pool.filter((issuer) => issuer.subject === cert.issuer);
  const inTurn = [...named.filter((issuer) => isCurrent(issuer, at)), ...named];
  for (const issuer of inTurn) if (await isIssuedBy(cert, issuer)) return issuer;
  return null;
}

/** Whether a certificate was good at that time. */
export const isCurrent = ({ x509: { notBefore, notAfter } }: Cert, at: Date): boolean =>
  at >= notBefore.value && at <= notAfter.value;

async function isIssuedBy({ x509 }: Cert, issuer: Cert): Promise<boolean> {
  // RFC 5280, 4.1.1.2: what is signed names the algorithm, too.
  const [named, used] = [x509.signature, x509.signatureAlgorithm].map(
    (each) => new Uint8Array(each.toSchema().toBER()),
  );
  if (!named || !used || !isSame(named, used) || x509.signatureValue.valueBlock.unusedBits !== 0) return false;
  const { signatureAlgorithm, signatureValue } = x509;
  const { algorithmId } = signatureAlgorithm;
  if (!isSignatureValue(signatureValue.valueBlock.valueHexView, algorithmId, issuer.x509.subjectPublicKeyInfo))
    return false;
  try {
    return await x509.verify(issuer.x509);
  } catch {
    return false;
  }
}

/** RFC 5280, 4.2.1.1: only a certificate that signed itself may leave out whose key signed it. */
function namesOtherKey({ x509 }: Cert): boolean {
  const own: unknown = extensionOf(x509, oids.subjectKeyIdentifier)?.parsedValue;
  const other: unknown = extensionOf(x509, oids.authorityKeyIdentifier)?.parsedValue;
  if (!(other instanceof AuthorityKeyIdentifier)) return false;
  const named = other.keyIdentifier?.valueBlock.valueHexView;
  return !(own instanceof OctetString && named && isSame(own.valueBlock.valueHexView, named));
}

type Checked = { file: string; at: Date; isIssuer: boolean };

function checkCertificate(cert: Cert, { file, at, isIssuer }: Checked): void {
  const { x509, name: subject } = cert;
  if (!isCurrent(cert, at)) throw new Broken('certificateOutdated', { file, subject, at });
  if (isIssuer && !canIssue(x509)) throw new Broken('certificateUse', { file, subject });
}

function canIssue(x509: Certificate): boolean {
  const constraints = extensionOf(x509, oids.basicConstraints)?.parsedValue;
  const usage = extensionOf(x509, oids.keyUsage)?.parsedValue;
  const keyCertSign = 0x04;
  const first = new Uint8Array(usage?.valueBlock?.valueHexView ?? [keyCertSign])[0] ?? 0;
  return constraints instanceof BasicConstraints && constraints.cA && (first & keyCertSign) !== 0;
}

/** An authority vouches for both roles; any other certificate vouches for the use that it is made for. */
function canVouchFor({ x509 }: Cert, role: Witness['role']): boolean {
  return canIssue(x509) || isForTimestamps(x509) === (role === 'timestamp');
}

/** RFC 3161, 2.3: that use alone, and critical. */
export function isForTimestamps(x509: Certificate): boolean {
  const extension = extensionOf(x509, oids.extendedKeyUsage);
  const usage = extension?.parsedValue;
  return extension?.critical === true && usage instanceof ExtKeyUsage && String(usage.keyPurposes) === timeStamping;
}

const extensionOf = (x509: Certificate, oid: string) => x509.extensions?.find(({ extnID }) => extnID === oid);
