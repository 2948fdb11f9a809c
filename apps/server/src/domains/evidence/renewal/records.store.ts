import { sql } from 'kysely';
import type { DigestAlgorithm } from '../../../platform/pki/digest-algorithms.ts';
import type { Db } from '../../../platform/postgres/db.ts';

/** A leaf of the hash tree of a renewal. */
export type Leaf = { renewal: number; position: number };

/** The renewals that took in these checkpoints, the oldest first. */
export const listRenewalsOf = (db: Db, ns: readonly number[]): Promise<Array<Leaf & { n: number }>> =>
  db
    .selectFrom('evidence_renewed_checkpoints')
    .select(['n', 'renewal', 'position'])
    .where('n', 'in', ns)
    .orderBy('n')
    .orderBy('renewal')
    .execute();

/** Lists the renewals that renew these, and the ones that renew those, up to the newest. */
export async function listLaterRenewals(db: Db, renewals: readonly number[]) {
  const { rows } = await sql<Leaf & { earlier: number }>`
    with recursive later as (
      select earlier, renewal, position from evidence_renewed_renewals where earlier = any(${renewals}::bigint[])
      union
      select r.earlier, r.renewal, r.position from evidence_renewed_renewals r join later l on r.earlier = l.renewal
    )
    select earlier, renewal, position from later`.execute(db);
  return rows;
}

export type RenewalToken = { renewal: number; kind: string; algorithm: DigestAlgorithm; token: Buffer };

export const findRenewals = (db: Db, renewals: readonly number[]): Promise<RenewalToken[]> =>
  db
    .selectFrom('evidence_renewals')
    .select(['renewal', 'kind', 'algorithm', 'token'])
    .where('renewal', 'in', renewals)
    .execute();

export type Node = Leaf & { level: number };

/** Those that are there, of the nodes that are asked for. */
export async function findNodes(db: Db, nodes: readonly Node[]): Promise<Array<Node & { hash: Buffer }>> {
  const { rows } = await sql<Node & { hash: Buffer }>`
    select n.renewal, n.level, n.position, n.hash from evidence_renewal_nodes n
    join unnest(${nodes.map(({ renewal }) => renewal)}::bigint[], ${nodes.map(({ level }) => level)}::smallint[],
      ${nodes.map(({ position }) => position)}::integer[]) as wanted (renewal, level, position)
      using (renewal, level, position)`.execute(db);
  return rows;
}

/** The digests of what the timestamps of checkpoints stamp. */
export async function findStampDigests(db: Db, ns: readonly number[]): Promise<Map<number, DigestAlgorithm>> {
  const rows = await db.selectFrom('evidence_stamps').select(['n', 'digests']).where('n', 'in', ns).execute();
  return new Map(rows.flatMap(({ n, digests: [first] }) => (first ? [[n, first]] : [])));
}
