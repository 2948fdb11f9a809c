import { getCrypto } from 'pkijs';
import { fromBase64, type Bytes } from '../bytes.ts';
import { kidOf, type Cert } from './certificates.ts';
import { followChain, isCurrent, type Trust } from './chain.ts';
import { Broken, Unchecked, type Witness } from '../report.ts';

/** Whether the key of this certificate signed these bytes: ES256 (RFC 7518), so r and s one after the other. */
export async function isSignedBy(cert: Cert, bytes: Bytes, signature: Bytes): Promise<boolean> {
  try {
    const algorithm = { name: 'ECDSA', hash: 'SHA-256', namedCurve: 'P-256' };
    const key = await cert.x509.getPublicKey({ algorithm: { algorithm, usages: ['verify'] } }, getCrypto(true));
    return await crypto.subtle.verify(algorithm, key, signature, bytes);
  } catch {
    return false;
  }
}

type Sealed = { file: string; bytes: Bytes; at: Date; trust: Trust };

/**
 * Checks the seal of a checkpoint and follows its certificate.
 * @throws {Broken} sealUnknown, which leaves the matter open; signatureWrong, and what `followChain` throws
 */
export async function verifySeal(
  seal: { kid: string; signature: string },
  { file, bytes, at, trust }: Sealed,
): Promise<Witness> {
  const signers = await findByKid(seal.kid, [...trust.given, ...trust.known]);
  // A certificate that was renewed for the same key has the same kid.
  const signer = signers.find((cert) => isCurrent(cert, at)) ?? signers[0];
  if (!signer) throw new Unchecked('sealUnknown', { file, kid: seal.kid });
  const signature = fromBase64(seal.signature);
  if (!signature || !(await isSignedBy(signer, bytes, signature))) throw new Broken('signatureWrong', { file });
  return followChain(signer, { file, came: [], at, role: 'seal', trust });
}

/** The certificates of a key, in the order in which they are given. */
export async function findByKid(kid: string, certificates: readonly Cert[]): Promise<Cert[]> {
  const kids = await Promise.all(certificates.map(kidOf));
  return certificates.filter((_, index) => kids[index] === kid);
}
