import { oid } from './object-identifiers.ts';

/** The digests that a timestamp and a signature may rest on: SHA-1 and older ones are not read. */
export type DigestAlgorithm = 'SHA-256' | 'SHA-384' | 'SHA-512';

export const digestOids: Record<DigestAlgorithm, string> = {
  'SHA-256': oid.sha256,
  'SHA-384': oid.sha384,
  'SHA-512': oid.sha512,
};

/** The identifiers of ECDSA signatures over these digests. */
export const ecdsaOids: Record<DigestAlgorithm, string> = {
  'SHA-256': oid.ecdsaWithSha256,
  'SHA-384': oid.ecdsaWithSha384,
  'SHA-512': oid.ecdsaWithSha512,
};

export const digestBytes: Record<DigestAlgorithm, number> = { 'SHA-256': 32, 'SHA-384': 48, 'SHA-512': 64 };

const byOid = new Map(
  (Object.keys(digestOids) as DigestAlgorithm[]).map((algorithm) => [digestOids[algorithm], algorithm]),
);

/** Null for every other identifier. */
export const digestOf = (identifier: string): DigestAlgorithm | null => byOid.get(identifier) ?? null;

/** As Node calls it. */
export const nodeDigest = (algorithm: DigestAlgorithm): string => algorithm.replace('-', '').toLowerCase();
