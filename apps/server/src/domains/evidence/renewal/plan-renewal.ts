import { endOf, type AlgorithmEnds, type Rests } from '../../../platform/evidence-records/validity.ts';
import type { DigestAlgorithm } from '../../../platform/pki/digest-algorithms.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import { leavesOfTree } from './read-records.ts';
import { decide, digestForTree, type Decision } from './renewal.rules.ts';
import * as store from './renewals.store.ts';

/** The timestamps that one new timestamp will renew. */
export type Task = {
  kind: 'TIMESTAMP' | 'HASH_TREE';
  /** The digest of the new hash tree. */
  algorithm: DigestAlgorithm;
  /** The one that ends first comes first. */
  tips: readonly DueTip[];
};

/** A timestamp that nothing renews yet, of one checkpoint or of many. */
export type DueTip = {
  covered: store.Covered;
  /** The renewals by which the checkpoints that share it are found; none where it is of a checkpoint itself. */
  groups: readonly number[];
  records: number;
  endsAt: Date;
};

export type Plan = {
  /** Null where nothing is to be done, or can be. */
  task: Task | null;
  /** How many checkpoints are due, those of the task and those after it. */
  due: number;
  /** Checkpoints that cannot be renewed, by the reason. */
  lost: Map<string, number>;
  ends: AlgorithmEnds;
  /** The renewal that was the newest: where another one is, the plan is out of date. */
  newest: number;
};

type Tip = DueTip & { algorithm: DigestAlgorithm; at: Date; rests: Rests };
type Judged = { tip: Tip; decision: Decision };
type World = { ends: AlgorithmEnds; now: Date };

/** Takes as many of the due timestamps as one hash tree holds. Another process may renew meanwhile: one state is read. */
export const planRenewal = ({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<Plan> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => planFrom(tx, clock.now()));

async function planFrom(db: Tx, now: Date): Promise<Plan> {
  const newest = await store.findNewestRenewal(db);
  const world = { ends: await store.readDigestEnds(db), now };
  const stamps = await tipsOfCheckpoints(db, world);
  const renewals = await tipsOfRenewals(db, world);
  const judged = [...stamps.tips, ...renewals].map((tip) => ({ tip, decision: decide(tip, world) }));
  const due = judged
    .filter(({ decision: { kind } }) => kind === 'TIMESTAMP' || kind === 'HASH_TREE')
    .toSorted((one, other) => one.tip.endsAt.getTime() - other.tip.endsAt.getTime());
  const lost = countLost([...stamps.ended, ...endedOf(judged)]);
  const beyond = stamps.total - stamps.tips.length;
  const task = chooseTask(due, world);
  if (due.length > 0 && !task) lost.set('every digest algorithm ends within a year', recordsOf(due) + beyond);
  return { task, due: recordsOf(due) + beyond, lost, ends: world.ends, newest };
}

/** One hash tree is of one digest, and renews either timestamps or checkpoints. */
function chooseTask(due: readonly Judged[], world: World): Task | null {
  const [first] = due;
  if (!first) return null;
  const { kind } = first.decision;
  const alike = due.filter(({ tip, decision }) => decision.kind === kind && tip.algorithm === first.tip.algorithm);
  const tips = alike.map(({ tip }) => tip).slice(0, leavesOfTree);
  if (kind !== 'HASH_TREE') return { kind: 'TIMESTAMP', algorithm: first.tip.algorithm, tips };
  const algorithm = digestForTree(world);
  return algorithm && { kind, algorithm, tips };
}

const recordsOf = (judged: readonly Judged[]): number => judged.reduce((sum, { tip }) => sum + tip.records, 0);

type Ended = { endedAt: Date; count: number };

const endedOf = (judged: readonly Judged[]): Ended[] =>
  judged.flatMap(({ tip, decision }) =>
    decision.kind === 'LOST' ? [{ endedAt: decision.endedAt, count: tip.records }] : [],
  );

function countLost(ended: readonly Ended[]): Map<string, number> {
  const lost = new Map<string, number>();
  for (const { endedAt, count } of ended) {
    const reason = `the timestamp ended on ${endedAt.toISOString().slice(0, 10)}, and was not renewed before`;
    lost.set(reason, (lost.get(reason) ?? 0) + count);
  }
  return lost;
}

async function tipsOfCheckpoints(db: Db, world: World) {
  const { rows, total } = await store.listDueStamps(db, world, leavesOfTree);
  const tips = rows.flatMap(({ n, at, ...rests }): Tip[] => {
    const [algorithm] = rests.digests;
    if (!algorithm) return [];
    return [{ covered: { n }, groups: [], records: 1, endsAt: endOf(rests, world.ends), algorithm, at, rests }];
  });
  return { tips, total, ended: await store.countEndedStamps(db, world) };
}

/** Many checkpoints share each of them. */
async function tipsOfRenewals(db: Db, { ends }: World): Promise<Tip[]> {
  const rows = new Map((await store.listRenewals(db)).map((row) => [row.renewal, row]));
  const tips = new Map<number, Tip>();
  for (const { renewal: group, count } of await store.countCheckpoints(db)) {
    const { renewal, algorithm, at, ...rests } = newestOf(rows, group);
    const { groups, records } = tips.get(renewal) ?? { groups: [], records: 0 };
    const grown = { groups: [...groups, group], records: records + count };
    tips.set(renewal, { covered: { renewal }, ...grown, endsAt: endOf(rests, ends), algorithm, at, rests });
  }
  return [...tips.values()];
}

/** The last of those that renew one another. */
function newestOf(rows: ReadonlyMap<number, store.RenewalRow>, renewal: number): store.RenewalRow {
  const row = rows.get(renewal);
  if (!row) throw new Error(`there is no renewal ${renewal}`);
  return row.renewedBy === null ? row : newestOf(rows, row.renewedBy);
}
