import type { Platform } from '../../../platform/platform.ts';
import { restsOf } from '../../../platform/evidence-records/validity.ts';
import { hash } from '../../../platform/evidence-records/hash-tree.ts';
import { StampRefused } from '../../../platform/timestamps/timestamps.ts';
import { signedBytes, type KeptCheckpoint } from '../checkpoint.rules.ts';
import { insertStamp, listUnmeasured } from './renewals.store.ts';

const atATime = 200;

/**
 * Checks each timestamp that a checkpoint got since the last time, and notes what it rests on. Those that do not hold
 * are returned by their reason, with how many there are: nothing would be proved by renewing them.
 */
export async function measureStamps(
  platform: Pick<Platform, 'db' | 'timestamps'>,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const refused = new Map<string, number>();
  for (let after = 0; ;) {
    const checkpoints = await listUnmeasured(platform.db, { after, limit: atATime });
    for (const checkpoint of checkpoints) {
      signal?.throwIfAborted();
      const reason = await measure(platform, checkpoint);
      if (reason !== null) refused.set(reason, (refused.get(reason) ?? 0) + 1);
      after = checkpoint.n;
    }
    if (checkpoints.length < atATime) return refused;
  }
}

async function measure(
  { db, timestamps }: Pick<Platform, 'db' | 'timestamps'>,
  checkpoint: KeptCheckpoint,
): Promise<string | null> {
  const { n, timestampToken } = checkpoint;
  if (!timestampToken) return null;
  // The reader of ASN.1 takes fourteen megabytes, so it is loaded once there is something to check.
  const { readImprint } = await import('../../../platform/timestamps/stamp-digests.ts');
  try {
    const { algorithm } = readImprint(timestampToken);
    const digest = hash(algorithm, signedBytes(checkpoint));
    await insertStamp(db, n, restsOf(await timestamps.verify(timestampToken, { algorithm, digest })));
    return null;
  } catch (error) {
    if (!(error instanceof StampRefused)) throw error;
    return `the timestamp does not hold: ${error.message}`;
  }
}
