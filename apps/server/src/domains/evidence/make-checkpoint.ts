import type { Checkpoint } from '@perenne/contract/evidence';
import { job } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { digestOf, presentCheckpoint, signedBytes, type KeptCheckpoint, type LogState } from './checkpoint.rules.ts';
import * as store from './checkpoints.store.ts';
import * as log from './log.store.ts';
import { addLeaves, hashLeaf, hashSubtrees, type HashedSubtree } from './merkle.rules.ts';

/** Gets the timestamp of a checkpoint and writes it down. */
export const stampJob = job<{ n: number }>('evidence.stamp', { exclusiveBy: ({ n }) => String(n) });

type Parts = Pick<Platform, 'db' | 'jobs' | 'seals' | 'clock'>;

const journalsAtATime = 500;

/**
 * Adds the heads that changed since the last checkpoint to the log, and seals its new root. The timestamp follows by
 * a job, or by `stampCheckpoint`. Null where nothing has changed.
 */
export async function makeCheckpoint(platform: Parts): Promise<Checkpoint | null> {
  // Opens the seal's key before: what waits for the log must not hold the connection that opening it takes.
  await platform.seals.current();
  return platform.db.transaction().execute(async (tx) => {
    await log.lockLog(tx);
    const last = await store.findNewestCheckpoint(tx);
    const n = (last?.n ?? 0) + 1;
    const before = last?.size ?? 0;
    const { edge, size } = await growLog(tx, { from: before, checkpoint: n });
    if (size === before) return null;
    const state: LogState = {
      ...{ n, size },
      root: hashSubtrees(edge.map(({ hash }) => hash)),
      previous: last ? digestOf(last) : null,
      at: laterOf(platform.clock.now(), last?.at),
    };
    const checkpoint = await sealCheckpoint(platform, state);
    await store.insertCheckpoint(tx, checkpoint);
    await platform.jobs.enqueue(tx, stampJob, { n });
    // Last, since it locks the heads: who appends meanwhile waits for no more than the commit.
    await log.markLogged(tx);
    return presentCheckpoint(checkpoint);
  });
}

/** The journals that changed, some at a time: the database may hold many that have no leaf yet. */
async function growLog(tx: Tx, { from, checkpoint }: { from: number; checkpoint: number }) {
  let edge: HashedSubtree[] = await log.readEdge(tx, from);
  let size = from;
  for (let after: string | null = null; ;) {
    const heads = await log.listChangedHeads(tx, { after, journals: journalsAtATime });
    const last = heads.at(-1);
    if (!last) return { edge, size };
    const grown = addLeaves(
      edge,
      heads.map(({ hash }) => hashLeaf(hash)),
    );
    await log.insertLeaves(tx, heads, { from: size, checkpoint });
    await log.insertSubtrees(tx, grown.made);
    edge = grown.edge;
    size += heads.length;
    after = last.journalId;
  }
}

async function sealCheckpoint({ seals }: Parts, state: LogState): Promise<KeptCheckpoint> {
  const { kid, signature } = await seals.seal(signedBytes(state));
  return { ...state, kid, signature: Buffer.from(signature, 'base64'), timestampToken: null };
}

/** The clocks of two processes may differ; checkpoints are in the order of their times. */
const laterOf = (now: Date, before: Date | undefined): Date => (before && before > now ? before : now);
