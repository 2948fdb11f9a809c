import { createPublicKey, generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import { makeCertificate } from '../../src/platform/pki/make-certificate.ts';
import { demonstrationOrganization as organization } from '../../src/platform/timestamps/demonstration.ts';

/** A key and its certificate. */
export type Pair = { key: KeyObject; certificate: X509Certificate };

/** What signs timestamps, and the root that vouches for it. */
export type Authority = Pair & { root: X509Certificate };

type Life = { from: Date; to: Date };

export function makeRoot(life: Life): Pair {
  const key = newKey();
  const commonName = 'Pérenne demonstration timestamp root';
  const publicKey = createPublicKey(key);
  return {
    key,
    certificate: makeCertificate({ commonName, organization, publicKey, use: 'authority', ...life }, { key }),
  };
}

export function makeAuthority(root: Pair, life: Life): Authority {
  const key = newKey();
  const commonName = 'Pérenne demonstration timestamps';
  const publicKey = createPublicKey(key);
  const certificate = makeCertificate({ commonName, organization, publicKey, use: 'timestamps', ...life }, root);
  return { key, certificate, root: root.certificate };
}

const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
