import { getCrypto } from 'pkijs';
import { fromBase64, type Bytes } from './bytes.ts';
import { followChain, kidOf, type Cert } from './certificates.ts';
import { Broken, type Witness } from './report.ts';

/** The certificates that a reader has: those that came with what is checked, and those to compare with. */
export type Trust = { pool: readonly Cert[]; given: readonly Cert[] };

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
  { file, bytes, at, trust: { pool, given } }: Sealed,
): Promise<Witness> {
  const signer = await findByKid(seal.kid, [...given, ...pool]);
  if (!signer) throw new Broken({ code: 'sealUnknown', facts: { file, kid: seal.kid } }, 'open');
  const signature = fromBase64(seal.signature);
  if (!signature || !(await isSignedBy(signer, bytes, signature)))
    throw new Broken({ code: 'signatureWrong', facts: { file } });
  return followChain(signer, { file, pool, at, role: 'seal', given });
}

export async function findByKid(kid: string, certificates: readonly Cert[]): Promise<Cert | null> {
  for (const cert of certificates) if ((await kidOf(cert)) === kid) return cert;
  return null;
}
