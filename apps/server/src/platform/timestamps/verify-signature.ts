import { constants, verify, type KeyObject } from 'node:crypto';
import { RSASSAPSSParams, type AlgorithmIdentifier } from 'pkijs';
import { digestOf, nodeDigest, type DigestAlgorithm } from '../pki/digest-algorithms.ts';
import { oid } from '../pki/object-identifiers.ts';

type Signed = {
  bytes: Buffer;
  signature: Buffer;
  algorithm: AlgorithmIdentifier;
  /** `rsaEncryption` names no digest: the signer's counts (RFC 5754, 3.2). */
  digest: DigestAlgorithm;
};

/** False too where the algorithm is not read here: RSA, RSA-PSS, ECDSA with SHA-2, and Ed25519 are. */
export function isSignedBy(publicKey: KeyObject, { bytes, signature, algorithm, digest }: Signed): boolean {
  const { algorithmId } = algorithm;
  const rsa = rsaDigests[algorithmId] ?? (algorithmId === oid.rsa ? digest : null);
  if (rsa) {
    const key = { key: publicKey, padding: constants.RSA_PKCS1_PADDING };
    return publicKey.asymmetricKeyType === 'rsa' && verify(nodeDigest(rsa), bytes, key, signature);
  }
  const ecdsa = ecdsaDigests[algorithmId];
  if (ecdsa) return publicKey.asymmetricKeyType === 'ec' && verify(nodeDigest(ecdsa), bytes, publicKey, signature);
  if (algorithmId === oid.rsaPss) return isSignedByPss(publicKey, { bytes, signature, algorithm, digest });
  return (
    algorithmId === oid.ed25519 &&
    publicKey.asymmetricKeyType === 'ed25519' &&
    verify(null, bytes, publicKey, signature)
  );
}

const rsaDigests: Record<string, DigestAlgorithm> = {
  [oid.rsaWithSha256]: 'SHA-256',
  [oid.rsaWithSha384]: 'SHA-384',
  [oid.rsaWithSha512]: 'SHA-512',
};

const ecdsaDigests: Record<string, DigestAlgorithm> = {
  [oid.ecdsaWithSha256]: 'SHA-256',
  [oid.ecdsaWithSha384]: 'SHA-384',
  [oid.ecdsaWithSha512]: 'SHA-512',
};

/** The digest that a signature rests on; null where its algorithm names none. */
export function digestOfSignature(algorithm: AlgorithmIdentifier): DigestAlgorithm | null {
  const { algorithmId, algorithmParams } = algorithm;
  if (algorithmId !== oid.rsaPss) return rsaDigests[algorithmId] ?? ecdsaDigests[algorithmId] ?? null;
  return digestOf(new RSASSAPSSParams({ schema: algorithmParams }).hashAlgorithm.algorithmId);
}

function isSignedByPss(publicKey: KeyObject, { bytes, signature, algorithm }: Signed): boolean {
  const parameters = new RSASSAPSSParams({ schema: algorithm.algorithmParams });
  const digest = digestOf(parameters.hashAlgorithm.algorithmId);
  if (!digest || !publicKey.asymmetricKeyType?.startsWith('rsa')) return false;
  const key = { key: publicKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: parameters.saltLength };
  return verify(nodeDigest(digest), bytes, key, signature);
}
