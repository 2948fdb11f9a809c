import { encodeRecord, type EvidenceRecord } from '../../../platform/evidence-records/evidence-record.ts';
import { toDer } from '../../../platform/pki/der.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import type { Platform } from '../../../platform/platform.ts';
import { StampRefused, type VerifiedStamp } from '../../../platform/timestamps/timestamps.ts';
import { signedBytes, type KeptCheckpoint } from '../checkpoint.rules.ts';
import { readChains, RecordBroken } from './read-records.ts';
import { readDigestEnds } from './renewals.store.ts';

/**
 * Checks the timestamps of checkpoints with all that renews them: one whose certificate or digest has ended holds if
 * it was renewed in time, and not otherwise. Returns the faults, by the checkpoint’s number.
 */
export async function checkTimestamps(
  { db, timestamps, clock }: Pick<Platform, 'db' | 'timestamps' | 'clock'>,
  checkpoints: readonly KeptCheckpoint[],
): Promise<Map<number, string>> {
  const stamped = checkpoints.filter(({ timestampToken }) => timestampToken !== null);
  const faults = new Map<number, string>();
  if (stamped.length === 0 || !timestamps.enabled) return faults;
  const chains = await readAll(db, stamped, faults);
  const world = { ends: await readDigestEnds(db), now: clock.now() };
  const trust = { ...world, roots: await timestamps.roots(), known: new Map<string, VerifiedStamp>() };
  const { EvidenceRecordRefused, verifyEvidenceRecord } =
    await import('../../../platform/evidence-records/verify-record.ts');
  for (const checkpoint of stamped.filter(({ n }) => !faults.has(n)))
    try {
      const record = chains.get(checkpoint.n) ?? (await recordOf(checkpoint));
      verifyEvidenceRecord(encodeRecord(record), signedBytes(checkpoint), trust);
    } catch (error) {
      if (!(error instanceof EvidenceRecordRefused) && !(error instanceof StampRefused)) throw error;
      faults.set(checkpoint.n, error.message);
    }
  return faults;
}

/** One record that is not whole does not hide the others. */
async function readAll(
  db: Db,
  checkpoints: readonly KeptCheckpoint[],
  faults: Map<number, string>,
): Promise<Map<number, EvidenceRecord>> {
  try {
    return await readChains(db, checkpoints);
  } catch (error) {
    if (!(error instanceof RecordBroken)) throw error;
    const [one, ...others] = checkpoints;
    if (one && others.length === 0) faults.set(one.n, error.message);
    if (others.length === 0) return new Map();
    const half = checkpoints.length >> 1;
    const first = await readAll(db, checkpoints.slice(0, half), faults);
    return new Map([...first, ...(await readAll(db, checkpoints.slice(half), faults))]);
  }
}

/** Checks a timestamp that nobody has looked at yet. */
async function recordOf({ timestampToken }: KeptCheckpoint): Promise<EvidenceRecord> {
  if (!timestampToken) return [];
  const { readImprint } = await import('../../../platform/timestamps/stamp-digests.ts');
  const { algorithm } = readImprint(timestampToken);
  return [[{ algorithm, reducedTree: [], token: toDer(timestampToken) }]];
}
