import { Certificate, type RelativeDistinguishedNames } from 'pkijs';
import { digest, fromBase64, textOf, toHex, type Bytes } from '../bytes.ts';
import { isWellFormed } from './well-formed.ts';

/** A certificate with the bytes that its fingerprint is of. */
export type Cert = {
  x509: Certificate;
  der: Bytes;
  /** In hex. */
  fingerprint: string;
  subject: string;
  issuer: string;
  /** The name that people call its subject by: the common name, and the organization behind it. */
  name: string;
};

/** Null where the bytes are no certificate. */
export async function readCertificate(der: Bytes): Promise<Cert | null> {
  try {
    if (!isWellFormed(der)) return null;
    const x509 = Certificate.fromBER(der);
    return {
      ...{ x509, der, fingerprint: toHex(await digest('SHA-256', der)) },
      subject: writeName(x509.subject),
      issuer: writeName(x509.issuer),
      name: shortName(x509.subject),
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

const nameParts: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.11': 'OU',
  '2.5.4.10': 'O',
  '2.5.4.7': 'L',
  '2.5.4.6': 'C',
  '2.5.4.97': 'organizationIdentifier',
};

/** The most particular first, as RFC 4514 has it. */
const writeName = ({ typesAndValues }: RelativeDistinguishedNames): string =>
  typesAndValues
    .map(({ type, value }) => `${nameParts[type] ?? type}=${value.valueBlock.value}`)
    .reduceRight((text, part) => (text ? `${text}, ${part}` : part), '');

function shortName({ typesAndValues }: RelativeDistinguishedNames): string {
  const [name, organization] = ['2.5.4.3', '2.5.4.10'].map(
    (wanted) => typesAndValues.find(({ type }) => type === wanted)?.value.valueBlock.value,
  );
  if (!name) return organization ?? typesAndValues.map(({ value }) => value.valueBlock.value).join(', ');
  return organization && organization !== name ? `${name} (${organization})` : name;
}
