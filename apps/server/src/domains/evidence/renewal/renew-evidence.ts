import { buildTree, rootOf } from '../../../platform/evidence-records/hash-tree.ts';
import { endOf, restsOf } from '../../../platform/evidence-records/validity.ts';
import { toDer } from '../../../platform/pki/der.ts';
import type { Platform } from '../../../platform/platform.ts';
import { TimestampUnavailable } from '../../../platform/timestamps/timestamps.ts';
import { gatherLeaves } from './gather-leaves.ts';
import { measureStamps } from './measure-stamps.ts';
import { planRenewal, type Plan, type Task } from './plan-renewal.ts';
import { findNewestRenewal, insertRenewal, lockRenewals } from './renewals.store.ts';

/** The parts that a renewal uses. */
export type Renewer = Pick<Platform, 'db' | 'clock' | 'timestamps'>;

/** How many checkpoints were renewed by how many timestamps, and how many could not be, by the reason. */
export type Renewed = { records: number; timestamps: number; failures: Map<string, number> };

/**
 * Renews all timestamps that end within a year, by their certificates or by a digest. Each new timestamp is kept with
 * all that it renews, or not at all: whatever ends this on the way, the next time goes on from there.
 */
export async function renewEvidence(platform: Renewer, signal?: AbortSignal): Promise<Renewed> {
  const refused = await measureStamps(platform, signal);
  for (let [records, timestamps] = [0, 0]; ;) {
    signal?.throwIfAborted();
    const plan = await planRenewal(platform);
    const outcome = plan.task ? await renew(platform, plan, plan.task) : { records: 0 };
    if ('failure' in outcome) plan.lost.set(outcome.failure, plan.due);
    if (!plan.task || 'failure' in outcome)
      return { records, timestamps, failures: new Map([...refused, ...plan.lost]) };
    records += outcome.records;
    timestamps += outcome.records > 0 ? 1 : 0;
  }
}

/** How many checkpoints were renewed: none where another process was first. Or why they could not be. */
type Outcome = { records: number } | { failure: string };

async function renew(platform: Renewer, { ends, newest }: Plan, task: Task): Promise<Outcome> {
  const { db, timestamps } = platform;
  const { kind, algorithm, tips } = task;
  const { hashes, covered, records } = await gatherLeaves(db, task);
  const tree = buildTree(algorithm, hashes);
  const imprint = { algorithm, digest: rootOf(tree) };
  try {
    const { token, at } = await timestamps.stamp(imprint);
    const rests = restsOf(await timestamps.verify(token, imprint));
    const end = endOf(rests, ends);
    if (tips.every(({ endsAt }) => end <= endsAt)) return { failure: `the authority’s timestamps end on ${day(end)}` };
    return await db.transaction().execute(async (tx) => {
      await lockRenewals(tx);
      if ((await findNewestRenewal(tx)) !== newest) return { records: 0 };
      await insertRenewal(tx, { renewal: newest + 1, kind, algorithm, token: toDer(token), at, rests, tree, covered });
      return { records };
    });
  } catch (error) {
    if (error instanceof TimestampUnavailable) return { failure: error.message };
    throw error;
  }
}

const day = (instant: Date): string => instant.toISOString().slice(0, 10);
