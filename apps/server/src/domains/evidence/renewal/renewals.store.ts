import { sql } from 'kysely';
import type { DigestAlgorithm } from '../../../platform/pki/digest-algorithms.ts';
import type { HashTree } from '../../../platform/evidence-records/hash-tree.ts';
import type { AlgorithmEnds, Rests } from '../../../platform/evidence-records/validity.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { KeptCheckpoint } from '../checkpoint.rules.ts';
import { checkpoints } from '../checkpoints.store.ts';

/** Any number, the same for every version of the application. */
const renewalLock = 7_203_414;

/** One renewal is written at a time: the lock goes with the transaction. */
export const lockRenewals = (tx: Tx) => sql`select pg_advisory_xact_lock(${renewalLock})`.execute(tx);

/** The number of the newest renewal: where it has changed, a plan is out of date. 0 where there is none. */
export async function findNewestRenewal(db: Db | Tx): Promise<number> {
  const { newest } = await db
    .selectFrom('evidence_renewals')
    .select((row) => row.fn.max('renewal').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

export async function readDigestEnds(db: Db | Tx): Promise<AlgorithmEnds> {
  const rows = await db
    .selectFrom('evidence_digest_ends')
    .select(['algorithm', 'ends_at as endsAt'])
    .orderBy('decided_at')
    .execute();
  return new Map(rows.map(({ algorithm, endsAt }) => [algorithm, endsAt]));
}

type DigestEnd = { algorithm: DigestAlgorithm; endsAt: Date; decidedAt: Date };

export const insertDigestEnd = (db: Db, { algorithm, endsAt, decidedAt }: DigestEnd) =>
  db.insertInto('evidence_digest_ends').values({ algorithm, ends_at: endsAt, decided_at: decidedAt }).execute();

type Page = { after: number; limit: number };

/** The checkpoints whose timestamp was not checked for renewals yet, the oldest first. */
export const listUnmeasured = (db: Db, { after, limit }: Page): Promise<KeptCheckpoint[]> =>
  checkpoints(db)
    .where('n', '>', after)
    .where('timestamp_token', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('evidence_stamps').whereRef('evidence_stamps.n', '=', 'evidence_checkpoints.n'))),
    )
    .orderBy('n')
    .limit(limit)
    .execute();

export const insertStamp = (db: Db, n: number, { endsAt, digests }: Rests) =>
  db
    .insertInto('evidence_stamps')
    .values({ n, ends_at: endsAt, digests: [...digests] })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export type StampRow = { n: number; at: Date; endsAt: Date; digests: DigestAlgorithm[] };

/** The timestamps of checkpoints that nothing renews yet, and that may end within a year. */
const ending = (now: Date, ends: AlgorithmEnds) => sql`
  digest_ends as (
    select * from unnest(${[...ends.keys()]}::text[], ${[...ends.values()]}::timestamptz[]) as e (algorithm, ends_at)
  ),
  ending as materialized (
    select s.n, c.timestamped_at as at, s.ends_at, s.digests, least(s.ends_at,
      (select min(e.ends_at) from digest_ends e where e.algorithm = any(s.digests))) as ends
    from evidence_stamps s join evidence_checkpoints c using (n)
    where (s.ends_at <= ${now}::timestamptz + interval '1 year'
        or s.digests && (select coalesce(array_agg(algorithm), '{}') from digest_ends))
      and not exists (select from evidence_renewed_checkpoints r where r.n = s.n)
  )`;

type World = { ends: AlgorithmEnds; now: Date };

/** Those that are due, as `decide` has it, what ends first before the rest; and how many they are without the limit. */
export async function listDueStamps(db: Db, { ends, now }: World, limit: number) {
  const { rows } = await sql<StampRow & { total: number }>`
    with ${ending(now, ends)}
    select n, at, ends_at as "endsAt", digests, count(*) over () as total from ending
    where ends > ${now} and ${now} >= greatest(ends - interval '1 year', at + (ends - at) / 2)
    order by ends, n limit ${limit}`.execute(db);
  return { rows, total: rows[0]?.total ?? 0 };
}

/** Those that ended before anything renewed them: how many, by the time of their end. */
export async function countEndedStamps(db: Db, { ends, now }: World) {
  const { rows } = await sql<{ endedAt: Date; count: number }>`
    with ${ending(now, ends)}
    select ends as "endedAt", count(*) from ending where ends <= ${now} group by ends order by ends`.execute(db);
  return rows;
}

export type RenewalRow = {
  renewal: number;
  algorithm: DigestAlgorithm;
  at: Date;
  endsAt: Date;
  digests: DigestAlgorithm[];
  /** The renewal that renews it, where there is one. */
  renewedBy: number | null;
};

export const listRenewals = (db: Db): Promise<RenewalRow[]> =>
  db
    .selectFrom('evidence_renewals as one')
    .leftJoin('evidence_renewed_renewals as later', 'later.earlier', 'one.renewal')
    .select(['one.renewal', 'one.algorithm', 'one.at', 'one.ends_at as endsAt', 'one.digests'])
    .select('later.renewal as renewedBy')
    .execute();

/** The newest renewals that took in checkpoints of their own, and how many have no newer one. */
export async function countCheckpoints(db: Db): Promise<Array<{ renewal: number; count: number }>> {
  const { rows } = await sql<{ renewal: number; count: number }>`
    select renewal, count(*) from (
      select max(renewal) as renewal from evidence_renewed_checkpoints group by n
    ) newest group by renewal order by renewal`.execute(db);
  return rows;
}

/** The checkpoints of which one of these is the newest renewal that took in checkpoints of its own. */
export const listCheckpointsOf = (db: Db, renewals: readonly number[], limit: number): Promise<KeptCheckpoint[]> =>
  checkpoints(db)
    .where('n', 'in', (query) =>
      query
        .selectFrom('evidence_renewed_checkpoints')
        .select('n')
        .groupBy('n')
        .having((row) => row(row.fn.max('renewal'), 'in', renewals)),
    )
    .orderBy('n')
    .limit(limit)
    .execute();

export const findRenewalTokens = (db: Db, renewals: readonly number[]) =>
  db
    .selectFrom('evidence_renewals')
    .select(['renewal', 'token', 'at', 'ends_at as endsAt', 'digests'])
    .where('renewal', 'in', renewals)
    .execute();

/** A leaf of a hash tree covers a checkpoint, or an earlier renewal. */
export type Covered = { n: number } | { renewal: number };

export type NewRenewal = {
  renewal: number;
  kind: 'TIMESTAMP' | 'HASH_TREE';
  algorithm: DigestAlgorithm;
  token: Buffer;
  at: Date;
  rests: Rests;
  tree: HashTree;
  /** In the order of the leaves. */
  covered: readonly Covered[];
};

export async function insertRenewal(tx: Tx, { renewal, rests, tree, covered, ...row }: NewRenewal): Promise<void> {
  const { kind, algorithm, token, at } = row;
  const kept = { renewal, kind, algorithm, token, at, ends_at: rests.endsAt, digests: [...rests.digests] };
  await tx.insertInto('evidence_renewals').values(kept).execute();
  const nodes = tree.flatMap((hashes, level) => hashes.map((hash, position) => ({ level, position, hash })));
  await sql`
    insert into evidence_renewal_nodes (renewal, level, position, hash)
    select ${renewal}::bigint, * from unnest(${nodes.map(({ level }) => level)}::smallint[],
      ${nodes.map(({ position }) => position)}::integer[], ${nodes.map(({ hash }) => hash)}::bytea[])`.execute(tx);
  const leaves = covered.map((one, position) => ({ ...one, position }));
  const checkpoints = leaves.filter((leaf) => 'n' in leaf);
  const earlier = leaves.filter((leaf) => 'renewal' in leaf);
  await sql`
    insert into evidence_renewed_checkpoints (n, renewal, position)
    select n, ${renewal}::bigint, position from unnest(${checkpoints.map(({ n }) => n)}::bigint[],
      ${checkpoints.map(({ position }) => position)}::integer[]) as leaf (n, position)`.execute(tx);
  await sql`
    insert into evidence_renewed_renewals (earlier, renewal, position)
    select earlier, ${renewal}::bigint, position from unnest(${earlier.map((leaf) => leaf.renewal)}::bigint[],
      ${earlier.map(({ position }) => position)}::integer[]) as leaf (earlier, position)`.execute(tx);
}

/** The checkpoints whose timestamp was renewed, the oldest first. */
export const listRenewed = (db: Db, { after, limit }: Page): Promise<KeptCheckpoint[]> =>
  checkpoints(db)
    .where('n', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('evidence_renewed_checkpoints').whereRef(
          'evidence_renewed_checkpoints.n',
          '=',
          'evidence_checkpoints.n',
        ),
      ),
    )
    .orderBy('n')
    .limit(limit)
    .execute();
