import type { KeyObject, X509Certificate } from 'node:crypto';
import { StartError } from '../start-error.ts';

/** A public key on P-256, as ES256 needs it. */
const isP256 = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean =>
  asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1';

/**
 * The certificate of a key, and its issuers, nearest first, out of those that came with it, in any order.
 * @throws {StartError} the key is not on P-256, or none is its certificate; `source` is the variable to name
 */
export function orderCertificates(
  publicKey: KeyObject,
  certificates: readonly X509Certificate[],
  source: string,
): { certificate: X509Certificate; chain: X509Certificate[] } {
  if (!isP256(publicKey)) throw new StartError(`The key of ${source} is not on the curve P-256, as ES256 needs it.`);
  const certificate = certificates.find((one) => one.publicKey.equals(publicKey));
  if (!certificate) throw new StartError(`${source} has no certificate of the seal’s key.`);
  return { certificate, chain: issuersOf(certificate, certificates) };
}

function issuersOf(certificate: X509Certificate, certificates: readonly X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let issued = certificate; ;) {
    const seen = [certificate, ...chain];
    const issuer = certificates.find(
      (one) => !seen.includes(one) && issued.checkIssued(one) && issued.verify(one.publicKey),
    );
    if (!issuer) return chain;
    chain.push(issuer);
    issued = issuer;
  }
}
