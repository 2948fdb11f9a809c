import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';
import {
  hashLeaf,
  hashSubtrees,
  subtreesOf,
  type HashedSubtree,
  type LeafRange,
  type Subtree,
} from './merkle.rules.ts';

/** The head of a journal at one of its entries, which becomes a leaf. */
export type Head = { journalId: string; seq: number; hash: Buffer };

/** Any number, the same for every version of the application. */
const logLock = 7_203_414;

/** One checkpoint at a time: the lock goes with the transaction. */
export const lockLog = (tx: Tx) => sql`select pg_advisory_xact_lock(${logLock})`.execute(tx);

/** A proof holds the entries from a deposit to the next leaf of its journal: so many at most. */
const entriesOfALeaf = 32;

type Slice = { after: string | null; journals: number };

/**
 * The heads that changed since their last leaf, of some journals in the order of their identifiers, each after those
 * of every 32nd entry that came between. The last leaf of each is looked up by itself: a join might read the whole log.
 */
export async function listChangedHeads(tx: Tx, { after, journals }: Slice): Promise<Head[]> {
  const { rows } = await sql<Head>`
    with changed as materialized (
      select h.safe_id, h.seq, h.hash, l.logged_seq
      from journal_heads h cross join lateral (
        select coalesce(max(seq), 0) as logged_seq from evidence_leaves where journal_id = h.safe_id
      ) l
      where not h.logged and h.seq > l.logged_seq and (${after}::uuid is null or h.safe_id > ${after}::uuid)
      order by h.safe_id limit ${journals}
    )
    select safe_id as "journalId", seq, hash from changed
    union all
    select e.safe_id, e.seq, e.hash from changed c
    cross join generate_series((c.logged_seq / ${entriesOfALeaf}::bigint + 1) * ${entriesOfALeaf}::bigint, c.seq - 1,
      ${entriesOfALeaf}::bigint) as s (seq)
    join journal_entries e on e.safe_id = c.safe_id and e.seq = s.seq
    order by 1, 2`.execute(tx);
  return rows;
}

export async function insertLeaves(
  tx: Tx,
  heads: readonly Head[],
  { from, checkpoint }: { from: number; checkpoint: number },
): Promise<void> {
  await sql`
    insert into evidence_leaves (leaf_index, journal_id, seq, head, checkpoint_n)
    select ${from}::bigint + h.place - 1, h.journal_id, h.seq, h.head, ${checkpoint}::bigint
    from unnest(${heads.map(({ journalId }) => journalId)}::uuid[], ${heads.map(({ seq }) => seq)}::bigint[],
      ${heads.map(({ hash }) => hash)}::bytea[]) with ordinality as h (journal_id, seq, head, place)`.execute(tx);
}

export async function insertSubtrees(tx: Tx, subtrees: readonly HashedSubtree[]): Promise<void> {
  await sql`
    insert into evidence_nodes (level, position, hash)
    select * from unnest(${subtrees.map(({ level }) => level)}::smallint[],
      ${subtrees.map(({ position }) => position)}::bigint[], ${subtrees.map(({ hash }) => hash)}::bytea[])`.execute(tx);
}

/** Journals that have grown since they got their leaf stay as they are. */
export const markLogged = (tx: Tx) => sql`select evidence_mark_logged()`.execute(tx);

/** The complete subtrees that the log of a size is made of, the largest first. */
export async function readEdge(db: Db | Tx, size: number): Promise<HashedSubtree[]> {
  const subtrees = subtreesOf({ from: 0, to: size });
  const hashOf = await readSubtrees(db, subtrees);
  return subtrees.map((subtree) => ({ ...subtree, hash: hashOf(subtree) }));
}

/** Reads once what the hashes of these ranges follow from. */
export async function readRanges(db: Db, ranges: readonly LeafRange[]): Promise<(range: LeafRange) => Buffer> {
  const hashOf = await readSubtrees(db, ranges.flatMap(subtreesOf));
  return (range) => hashSubtrees(subtreesOf(range).map(hashOf));
}

const keyOf = ({ level, position }: Subtree) => `${level}/${position}`;

async function readSubtrees(db: Db | Tx, subtrees: readonly Subtree[]): Promise<(subtree: Subtree) => Buffer> {
  const leaves = subtrees.filter(({ level }) => level === 0).map(({ position }) => position);
  const others = subtrees.filter(({ level }) => level > 0);
  const { rows } = await sql<HashedSubtree>`
    select 0 as level, leaf_index as position, head as hash from evidence_leaves
    where leaf_index = any(${leaves}::bigint[])
    union all
    select n.level, n.position, n.hash from evidence_nodes n
    join unnest(${others.map(({ level }) => level)}::smallint[], ${others.map(({ position }) => position)}::bigint[])
      as wanted (level, position) using (level, position)`.execute(db);
  const known = new Map(rows.map((row) => [keyOf(row), row.level === 0 ? hashLeaf(row.hash) : row.hash]));
  return (subtree) => {
    const hash = known.get(keyOf(subtree));
    if (!hash) throw new Error(`the log has no subtree ${keyOf(subtree)}`);
    return hash;
  };
}
