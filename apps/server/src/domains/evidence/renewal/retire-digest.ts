import type { DigestAlgorithm } from '../../../platform/pki/digest-algorithms.ts';
import type { Platform } from '../../../platform/platform.ts';
import { insertDigestEnd } from './renewals.store.ts';

/** The end of a digest cannot be that one. */
export class DigestEndRefused extends Error {
  override readonly name = 'DigestEndRefused';
}

/**
 * The operator’s word that a digest is relied on until then. The latest word holds.
 * @throws {DigestEndRefused} the time is past: what rests on the digest could be renewed no more
 */
export async function retireDigest(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { algorithm, endsAt }: { algorithm: DigestAlgorithm; endsAt: Date },
): Promise<void> {
  const decidedAt = clock.now();
  if (endsAt <= decidedAt)
    throw new DigestEndRefused('The date is past: what rests on the digest could be renewed no more.');
  await insertDigestEnd(db, { algorithm, endsAt, decidedAt });
}
