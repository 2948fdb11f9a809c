import { createHash, X509Certificate, type KeyObject } from 'node:crypto';

const block = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates of a text in PEM, in its order; none where it holds none. @throws where one cannot be read */
export const readCertificates = (pem: string): X509Certificate[] =>
  Array.from(pem.matchAll(block), ([text]) => new X509Certificate(text));

/** The first 16 hexadecimal digits of the SHA-256 of the public key (SubjectPublicKeyInfo, DER). */
export const keyIdOf = (publicKey: KeyObject): string =>
  createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16);

/** On one line, as `Example TSA 2, Example SA`: the names from the nearest to the widest. */
export const subjectOf = ({ subject }: X509Certificate): string =>
  (subject ?? '')
    .split('\n')
    .map((name) => name.slice(name.indexOf('=') + 1))
    .toReversed()
    .join(', ');
