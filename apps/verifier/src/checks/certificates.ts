import { fromBER } from 'asn1js';
import { BasicConstraints, Certificate, ExtKeyUsage, type RelativeDistinguishedNames } from 'pkijs';
import { digest, fromBase64, isSame, textOf, toHex, type Bytes } from './bytes.ts';
import { Broken, type Witness } from './report.ts';

/** A certificate with the bytes that its fingerprint is of. */
export type Cert = { x509: Certificate; der: Bytes; fingerprint: string; subject: string; issuer: string };

const oids = { basicConstraints: '2.5.29.19', keyUsage: '2.5.29.15', extendedKeyUsage: '2.5.29.37' };
export const timeStamping = '1.3.6.1.5.5.7.3.8';

/** Null where the bytes are no certificate. */
export async function readCertificate(der: Bytes): Promise<Cert | null> {
  try {
    const { offset, result } = fromBER(der);
    if (offset !== der.length) return null;
    const x509 = new Certificate({ schema: result });
    return {
      ...{ x509, der, fingerprint: toHex(await digest('SHA-256', der)) },
      subject: writeName(x509.subject),
      issuer: writeName(x509.issuer),
    };
  } catch {
    return null;
  }
}

/** The certificates of a file: PEM, DER, or the answer of `evidence/certificates`. Empty where there is none. */
export async function readCertificates(bytes: Bytes): Promise<Cert[]> {
  const text = isText(bytes) ? textOf(bytes) : '';
  const blocks = text.replaceAll(String.raw`\n`, '\n').matchAll(/-----BEGIN CERTIFICATE-----([^-]*)-----END/g);
  const found = [...blocks].map(([, body = '']) => fromBase64(body) ?? new Uint8Array());
  const read = await Promise.all((found.length > 0 ? found : [bytes]).map(readCertificate));
  return read.filter((cert) => cert !== null);
}

function isText(bytes: Bytes): boolean {
  try {
    return textOf(bytes).includes('-----BEGIN');
  } catch {
    return false;
  }
}

/** The seal's name of a key: see `Seals` of the server. */
export async function kidOf({ x509 }: Cert): Promise<string> {
  const key = new Uint8Array(x509.subjectPublicKeyInfo.toSchema().toBER());
  return toHex(await digest('SHA-256', key)).slice(0, 16);
}

type Following = {
  file: string;
  /** What came with the signature. */
  pool: readonly Cert[];
  at: Date;
  role: Witness['role'];
  /** What the reader gave to compare with. */
  given: readonly Cert[];
};

/**
 * Follows the issuers of a certificate as far as the file goes, and checks each signature, date and right to issue.
 * @throws {Broken} certificateOutdated, certificateUse, chainWrong; authorityOther where the reader gave certificates
 * of that kind, and the chain meets none of them
 */
export async function followChain(leaf: Cert, { file, pool, at, role, given }: Following): Promise<Witness> {
  const path = [leaf];
  for (let current = leaf; current.subject !== current.issuer;) {
    const issuer = await findIssuer(current, [...given, ...pool]);
    if (!issuer || path.length > 10) break;
    path.push(issuer);
    current = issuer;
  }
  const last = path.at(-1) ?? leaf;
  const isEnded = last.subject === last.issuer;
  if (isEnded && !(await isIssuedBy(last, last)))
    throw new Broken({ code: 'chainWrong', facts: { file, subject: last.subject } });
  for (const [index, cert] of path.entries()) checkCertificate(cert, { file, at, isIssuer: index > 0 });
  const compared = given.filter((cert) => canVouchFor(cert, role));
  const isGiven = compared.some((cert) => path.some(({ der }) => isSame(der, cert.der)));
  if (compared.length > 0 && !isGiven)
    throw new Broken({ code: 'authorityOther', facts: { file, subject: last.subject } });
  return {
    ...{ role, subject: leaf.subject, issuer: leaf.issuer, fingerprint: leaf.fingerprint, isGiven },
    from: leaf.x509.notBefore.value,
    to: leaf.x509.notAfter.value,
    root: isEnded ? { subject: last.subject, fingerprint: last.fingerprint } : null,
    isSelfSigned: leaf.subject === leaf.issuer,
    isDemonstration: path.some(({ subject }) => /d[ée]monstration|stand-?in|\bdemo\b/i.test(subject)),
  };
}

async function findIssuer(cert: Cert, pool: readonly Cert[]): Promise<Cert | null> {
  for (const issuer of pool) if (issuer.subject === cert.issuer && (await isIssuedBy(cert, issuer))) return issuer;
  return null;
}

async function isIssuedBy(cert: Cert, issuer: Cert): Promise<boolean> {
  try {
    return await cert.x509.verify(issuer.x509);
  } catch {
    return false;
  }
}

type Checked = { file: string; at: Date; isIssuer: boolean };

function checkCertificate({ x509, subject }: Cert, { file, at, isIssuer }: Checked): void {
  if (at < x509.notBefore.value || at > x509.notAfter.value)
    throw new Broken({ code: 'certificateOutdated', facts: { file, subject, at } });
  if (isIssuer && !canIssue(x509)) throw new Broken({ code: 'certificateUse', facts: { file, subject } });
}

function canIssue(x509: Certificate): boolean {
  const constraints = extensionOf(x509, oids.basicConstraints)?.parsedValue;
  const usage = extensionOf(x509, oids.keyUsage)?.parsedValue;
  const keyCertSign = 0x04;
  const first = new Uint8Array(usage?.valueBlock?.valueHexView ?? [keyCertSign])[0] ?? 0;
  return constraints instanceof BasicConstraints && constraints.cA && (first & keyCertSign) !== 0;
}

/** What an authority vouches for; a certificate of its own vouches for what it is made for. */
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

const nameParts: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.11': 'OU',
  '2.5.4.10': 'O',
  '2.5.4.7': 'L',
  '2.5.4.6': 'C',
  '2.5.4.97': 'organizationIdentifier',
};

const writeName = ({ typesAndValues }: RelativeDistinguishedNames): string =>
  typesAndValues
    .map(({ type, value }) => `${nameParts[type] ?? type}=${value.valueBlock.value}`)
    .toReversed()
    .join(', ');
