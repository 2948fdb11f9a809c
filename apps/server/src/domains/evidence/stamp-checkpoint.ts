import type { Checkpoint } from '@perenne/contract/evidence';
import type { Platform } from '../../platform/platform.ts';
import { digestOf, presentCheckpoint, type KeptCheckpoint } from './checkpoint.rules.ts';
import { findCheckpoint, saveStamp } from './checkpoints.store.ts';

/**
 * The checkpoint with its timestamp, which is asked for where it has none yet; without one where the installation has
 * no authority. @throws {TimestampUnavailable}
 */
export async function stampCheckpoint(platform: Platform, n: number): Promise<Checkpoint> {
  const checkpoint = await requireCheckpoint(platform, n);
  if (checkpoint.timestampToken || !platform.timestamps.enabled) return presentCheckpoint(checkpoint);
  const stamp = await platform.timestamps.stamp({ algorithm: 'SHA-256', digest: digestOf(checkpoint) });
  await saveStamp(platform.db, n, stamp);
  // Where another process was first, its timestamp stays.
  return presentCheckpoint(await requireCheckpoint(platform, n));
}

async function requireCheckpoint({ db }: Platform, n: number): Promise<KeptCheckpoint> {
  const checkpoint = await findCheckpoint(db, n);
  if (!checkpoint) throw new Error(`there is no checkpoint ${n}`);
  return checkpoint;
}
