import type { X509Certificate } from 'node:crypto';
import type { DigestAlgorithm } from '../pki/digest-algorithms.ts';

/** When digests are relied on no more; one that is not named goes on. */
export type AlgorithmEnds = ReadonlyMap<DigestAlgorithm, Date>;

/** A timestamp rests on the certificate of its chain that ends first, and on digests. */
export type Rests = { endsAt: Date; digests: readonly DigestAlgorithm[] };

export const restsOf = (stamp: { chain: readonly X509Certificate[]; digests: readonly DigestAlgorithm[] }): Rests => ({
  endsAt: earliest(stamp.chain.map(({ validToDate }) => validToDate)),
  digests: stamp.digests,
});

/** When a timestamp proves nothing any more, unless it was renewed before. */
export const endOf = ({ endsAt, digests }: Rests, ends: AlgorithmEnds): Date =>
  earliest([endsAt, ...digests.flatMap((digest) => ends.get(digest) ?? [])]);

const earliest = (instants: readonly Date[]): Date =>
  new Date(Math.min(...instants.map((instant) => instant.getTime())));
