import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import type { KeptCheckpoint } from './checkpoint.rules.ts';

/** A checkpoint as it is kept, of any number. */
export const checkpoints = (db: Db | Tx) =>
  db
    .selectFrom('evidence_checkpoints')
    .select(['n', 'size', 'root', 'previous', 'at', 'kid', 'signature', 'timestamp_token as timestampToken']);

export const findNewestCheckpoint = (db: Db | Tx): Promise<KeptCheckpoint | undefined> =>
  checkpoints(db).orderBy('n', 'desc').limit(1).executeTakeFirst();

export const findCheckpoint = (db: Db | Tx, n: number): Promise<KeptCheckpoint | undefined> =>
  checkpoints(db).where('n', '=', n).executeTakeFirst();

export const findCheckpoints = (db: Db, ns: readonly number[]): Promise<KeptCheckpoint[]> =>
  checkpoints(db).where('n', 'in', ns).execute();

/** The newest first, those before one of them only. */
export const listCheckpointsBefore = (db: Db, before: number, limit: number): Promise<KeptCheckpoint[]> =>
  checkpoints(db).where('n', '<', before).orderBy('n', 'desc').limit(limit).execute();

/** The oldest first. */
export const listCheckpointsAfter = (db: Db, after: number, limit: number): Promise<KeptCheckpoint[]> =>
  checkpoints(db).where('n', '>', after).orderBy('n').limit(limit).execute();

export async function insertCheckpoint(tx: Tx, checkpoint: KeptCheckpoint): Promise<void> {
  const { n, size, root, previous, at, kid, signature } = checkpoint;
  await tx.insertInto('evidence_checkpoints').values({ n, size, root, previous, at, kid, signature }).execute();
}

export const listUnstamped = (db: Db, limit: number) =>
  db
    .selectFrom('evidence_checkpoints')
    .select('n')
    .where('timestamp_token', 'is', null)
    .orderBy('n')
    .limit(limit)
    .execute();

/** Those on which proofs of this safe rely, of its own journal and of those that it has received. The oldest first. */
export async function listUnstampedOf(db: Db, safeId: string): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`
    select distinct c.n
    from evidence_checkpoints c join evidence_leaves l on l.checkpoint_n = c.n
    where c.timestamp_token is null and l.journal_id in (
      select ${safeId}::uuid union all select chapter_id from journal_chapters where safe_id = ${safeId})
    order by c.n`.execute(db);
  return rows.map(({ n }) => n);
}

/** Keeps the timestamp of a checkpoint that has none. */
export const saveStamp = (db: Db, n: number, { token, at }: { token: Buffer; at: Date }) =>
  sql`select evidence_stamp(${n}, ${token}, ${at})`.execute(db);
