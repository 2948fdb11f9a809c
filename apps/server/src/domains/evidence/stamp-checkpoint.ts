import type { Checkpoint } from '@perenne/contract/evidence';
import type { Platform } from '../../platform/platform.ts';
import { hash } from '../../platform/evidence-records/hash-tree.ts';
import { signedBytes, type KeptCheckpoint } from './checkpoint.rules.ts';
import { findCheckpoint, listUnstampedOf, saveStamp } from './checkpoints.store.ts';
import { stampJob } from './make-checkpoint.ts';
import { presentOne } from './renewal/read-records.ts';
import { digestForStamp } from './renewal/renewal.rules.ts';
import { readDigestEnds } from './renewal/renewals.store.ts';

/**
 * The checkpoint with its timestamp, which is asked for where it has none yet; without one where the installation has
 * no authority. @throws {TimestampUnavailable}
 */
export async function stampCheckpoint(platform: Platform, n: number): Promise<Checkpoint> {
  const checkpoint = await requireCheckpoint(platform, n);
  const { db, timestamps, clock } = platform;
  if (checkpoint.timestampToken || !timestamps.enabled) return presentOne(db, checkpoint);
  const algorithm = digestForStamp({ ends: await readDigestEnds(db), now: clock.now() });
  await saveStamp(db, n, await timestamps.stamp({ algorithm, digest: hash(algorithm, signedBytes(checkpoint)) }));
  // The timestamp of another process stays where that one was first.
  return presentOne(db, await requireCheckpoint(platform, n));
}

/**
 * Gets the timestamps of all checkpoints on which proofs of this safe rely: one that was made for somebody else a moment
 * ago may hold its newest deposits. @throws {TimestampUnavailable}
 */
export async function stampCheckpointsOf(platform: Platform, safeId: string): Promise<void> {
  for (const n of await listUnstampedOf(platform.db, safeId)) {
    await stampCheckpoint(platform, n);
    // It writes the timestamp into the files, which an earlier job may have given up.
    await platform.jobs.enqueue(platform.db, stampJob, { n });
  }
}

async function requireCheckpoint({ db }: Platform, n: number): Promise<KeptCheckpoint> {
  const checkpoint = await findCheckpoint(db, n);
  if (!checkpoint) throw new Error(`there is no checkpoint ${n}`);
  return checkpoint;
}
