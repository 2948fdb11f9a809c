import { createPublicKey, generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import type { DigestAlgorithm } from '../../src/platform/pki/digest-algorithms.ts';
import { makeCertificate } from '../../src/platform/pki/make-certificate.ts';
import { demonstrationOrganization as organization } from '../../src/platform/timestamps/demonstration.ts';

/** A key and its certificate, and the digest by which it signs: SHA-256 by default. */
export type Pair = { key: KeyObject; certificate: X509Certificate; digest?: DigestAlgorithm };

/** The pair that signs timestamps, and the root that vouches for it. */
export type Authority = Pair & { root: X509Certificate };

/** How long, and by which digest it signs. */
export type Life = { from: Date; to: Date; digest?: DigestAlgorithm };

export function makeRoot({ digest = 'SHA-256', ...life }: Life): Pair {
  const key = newKey();
  const commonName = 'Pérenne demonstration timestamp root';
  const publicKey = createPublicKey(key);
  const certified = { commonName, organization, publicKey, use: 'authority' as const, ...life };
  return { key, certificate: makeCertificate(certified, { key, digest }), digest };
}

export function makeAuthority(root: Pair, { digest = 'SHA-256', ...life }: Life): Authority {
  const key = newKey();
  const commonName = 'Pérenne demonstration timestamps';
  const publicKey = createPublicKey(key);
  const certificate = makeCertificate({ commonName, organization, publicKey, use: 'timestamps', ...life }, root);
  return { key, certificate, digest, root: root.certificate };
}

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
