import { sql } from 'kysely';
import type { Db } from '../../../platform/postgres/db.ts';
import type { HashedSubtree } from '../merkle.rules.ts';

export type AuditedHead = {
  journalId: string;
  seq: number;
  hash: Buffer;
  /** The number of its last entry; null where it has none. */
  lastSeq: number | null;
  /** The safe whose key opens the details: another one that has received it, or itself. */
  keyHolderId: string;
};

/** In the order of their identifiers, those after one of them. */
export async function listHeads(db: Db, after: string | null, limit: number): Promise<AuditedHead[]> {
  const { rows } = await sql<AuditedHead>`
    select h.safe_id as "journalId", h.seq, h.hash, coalesce(c.safe_id, h.safe_id) as "keyHolderId",
      (select max(e.seq) from journal_entries e where e.safe_id = h.safe_id) as "lastSeq"
    from journal_heads h left join journal_chapters c on c.chapter_id = h.safe_id
    where ${after}::uuid is null or h.safe_id > ${after}::uuid
    order by h.safe_id limit ${limit}`.execute(db);
  return rows;
}

/** The journals that have entries and no head. */
export async function findHeadless(db: Db): Promise<Array<{ journalId: string }>> {
  const { rows } = await sql<{ journalId: string }>`
    select safe_id as "journalId" from journal_entries
    where seq = 1 and safe_id not in (select safe_id from journal_heads)
    order by safe_id`.execute(db);
  return rows;
}

export type AuditedLeaf = {
  index: number;
  journalId: string;
  seq: number;
  head: Buffer;
  /** The hash that the journal has there today; null where there is no entry. */
  entryHash: Buffer | null;
};

/** In their order, `to` excluded. */
export async function listLeaves(db: Db, from: number, to: number): Promise<AuditedLeaf[]> {
  const { rows } = await sql<AuditedLeaf>`
    select l.leaf_index as index, l.journal_id as "journalId", l.seq, l.head, e.hash as "entryHash"
    from evidence_leaves l left join journal_entries e on e.safe_id = l.journal_id and e.seq = l.seq
    where l.leaf_index >= ${from} and l.leaf_index < ${to}
    order by l.leaf_index`.execute(db);
  return rows;
}

/** Whether the log holds leaves that no checkpoint covers. */
export async function hasLooseLeaves(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from evidence_leaves
    where leaf_index >= (select coalesce(max(size), 0) from evidence_checkpoints) limit 1`.execute(db);
  return rows.length > 0;
}

/** Those of these subtrees that the log holds otherwise, or not at all. */
export async function findOtherSubtrees(db: Db, subtrees: readonly HashedSubtree[]) {
  const { rows } = await sql<{ level: number; position: number }>`
    select made.level, made.position
    from unnest(${subtrees.map(({ level }) => level)}::smallint[],
      ${subtrees.map(({ position }) => position)}::bigint[], ${subtrees.map(({ hash }) => hash)}::bytea[])
      as made (level, position, hash)
    left join evidence_nodes n using (level, position)
    where n.hash is distinct from made.hash`.execute(db);
  return rows;
}
