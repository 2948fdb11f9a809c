import { encodeChain, leafOfData, leafOfToken } from '../../../platform/evidence-records/evidence-record.ts';
import { toDer } from '../../../platform/pki/der.ts';
import type { DigestAlgorithm } from '../../../platform/pki/digest-algorithms.ts';
import type { Db } from '../../../platform/postgres/db.ts';
import { signedBytes } from '../checkpoint.rules.ts';
import { findCheckpoints } from '../checkpoints.store.ts';
import type { DueTip, Task } from './plan-renewal.ts';
import { leavesOfTree, readChains, RecordBroken } from './read-records.ts';
import { findRenewalTokens, listCheckpointsOf, type Covered } from './renewals.store.ts';

/** The leaves of a new hash tree. */
export type Leaves = {
  hashes: Buffer[];
  covered: Covered[];
  /** How many checkpoints they are of. */
  records: number;
};

export const gatherLeaves = (db: Db, { kind, algorithm, tips }: Task): Promise<Leaves> =>
  kind === 'TIMESTAMP' ? gatherTokens(db, algorithm, tips) : gatherCheckpoints(db, algorithm, tips);

/** Each timestamp is a leaf, however many checkpoints share it. */
async function gatherTokens(db: Db, algorithm: DigestAlgorithm, tips: readonly DueTip[]): Promise<Leaves> {
  const covered = tips.map((tip) => tip.covered);
  const ns = covered.flatMap((one) => ('n' in one ? [one.n] : []));
  const renewals = covered.flatMap((one) => ('renewal' in one ? [one.renewal] : []));
  const checkpoints = ns.length > 0 ? await findCheckpoints(db, ns) : [];
  const renewed = renewals.length > 0 ? await findRenewalTokens(db, renewals) : [];
  const ofCheckpoint = new Map(checkpoints.map(({ n, timestampToken }) => [n, timestampToken]));
  const ofRenewal = new Map(renewed.map(({ renewal, token }) => [renewal, token]));
  const hashes = covered.map((one) => {
    const token = 'n' in one ? ofCheckpoint.get(one.n) : ofRenewal.get(one.renewal);
    if (!token) throw new Error('a timestamp that is to be renewed is missing');
    return leafOfToken(algorithm, toDer(token));
  });
  return { hashes, covered, records: tips.reduce((sum, { records }) => sum + records, 0) };
}

const chainsAtATime = 256;

/** Each checkpoint is a leaf of its own: its bytes, and all timestamps that it has. */
async function gatherCheckpoints(db: Db, algorithm: DigestAlgorithm, tips: readonly DueTip[]): Promise<Leaves> {
  const ns = tips.flatMap(({ covered }) => ('n' in covered ? [covered.n] : []));
  const groups = tips.flatMap((tip) => tip.groups);
  const room = leavesOfTree - ns.length;
  const checkpoints = [
    ...(ns.length > 0 ? await findCheckpoints(db, ns) : []),
    ...(groups.length > 0 && room > 0 ? await listCheckpointsOf(db, groups, room) : []),
  ];
  const hashes: Buffer[] = [];
  for (let from = 0; from < checkpoints.length; from += chainsAtATime) {
    const page = checkpoints.slice(from, from + chainsAtATime);
    const records = await readChains(db, page);
    for (const checkpoint of page) {
      const record = records.get(checkpoint.n);
      if (!record) throw new RecordBroken(`the timestamps of checkpoint ${checkpoint.n} are missing`);
      hashes.push(leafOfData(algorithm, signedBytes(checkpoint), record.map(encodeChain)));
    }
  }
  return { hashes, covered: checkpoints.map(({ n }) => ({ n })), records: checkpoints.length };
}
