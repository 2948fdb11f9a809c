import type { X509Certificate } from 'node:crypto';
import { Certificate, type AlgorithmIdentifier, type SignerInfo } from 'pkijs';
import { digestOf, type DigestAlgorithm } from '../pki/digest-algorithms.ts';
import { bytesOf, readToken } from './read-token.ts';
import { StampRefused, type Imprint } from './timestamps.ts';
import { digestOfSignature } from './verify-signature.ts';

type Stamped = { imprint: Imprint; signer: SignerInfo; chain: readonly X509Certificate[] };

/** All digests that a token rests on. A verifier that trusts a root does not rest on its signature: it is left out. */
export function digestsOfStamp({ imprint, signer, chain }: Stamped): DigestAlgorithm[] {
  const certificates = chain.slice(0, -1).map(({ raw }) => Certificate.fromBER(new Uint8Array(raw)));
  const digests = [
    imprint.algorithm,
    digestOf(signer.digestAlgorithm.algorithmId),
    ...[signer, ...certificates].map(({ signatureAlgorithm }) => digestOfSignature(signatureAlgorithm)),
  ];
  return [...new Set(digests.filter((digest) => digest !== null))];
}

/** Reads the digest that a token stamps, before anybody has checked it. @throws {StampRefused} it cannot be read */
export function readImprint(token: Buffer): Imprint {
  let stamped: { hashAlgorithm: AlgorithmIdentifier; digest: Buffer };
  try {
    const { hashAlgorithm, hashedMessage } = readToken(token).info.messageImprint;
    stamped = { hashAlgorithm, digest: bytesOf(hashedMessage) };
  } catch (cause) {
    throw cause instanceof StampRefused ? cause : new StampRefused('it cannot be read', { cause });
  }
  const algorithm = digestOf(stamped.hashAlgorithm.algorithmId);
  if (!algorithm) throw new StampRefused('it is of an old digest');
  return { algorithm, digest: stamped.digest };
}
