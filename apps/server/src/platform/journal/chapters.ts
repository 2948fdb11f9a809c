import type { KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../postgres/db.ts';
import type { SafeKeys } from '../sealing/safe-keys.ts';
import { openJson, sealJson } from '../sealing/values.ts';
import { resealDetails } from './journal.ts';

/** The address that signed in to the safe that wrote a chapter, and the number of its documents. */
const chapterFacts = z.object({ email: z.string(), nbDocs: z.int() });
export type ChapterFacts = z.output<typeof chapterFacts>;

/** The journal of a safe that another has received. `chapterId` is the identifier of the safe that wrote it. */
export type Chapter = ChapterFacts & {
  chapterId: string;
  openedAt: Date;
  closedAt: Date;
  entries: number;
  head: Buffer;
};

type Keys = { from: SafeKeys; to: SafeKeys };
type Pair = { safeId: string; fromSafeId: string };

/**
 * Closes the journal of a safe and gives it to another to read, with the chapters that the safe had itself. Their
 * details are sealed under the key of the new reader; no entry changes. Returns the last hash.
 */
export async function closeChapter(
  tx: Tx,
  { safeId, fromSafeId, keys, facts, now }: Pair & { keys: Keys; facts: ChapterFacts; now: Date },
): Promise<Buffer> {
  const { rows } = await sql<{ entries: number; head: Buffer }>`
    select chapter_entries as entries, chapter_head as head from journal_close(${fromSafeId}, ${now})`.execute(tx);
  const closed = rows[0];
  if (!closed) throw new Error('the journal was closed already');
  const earlier = await selectChapters(tx, fromSafeId);
  for (const chapterId of [fromSafeId, ...earlier.map((row) => row.chapterId)]) await reseal(tx, chapterId, keys);
  for (const { chapterId, sealed } of earlier) {
    const known = openFacts(keys.from.values, chapterId, sealed);
    await tx
      .updateTable('journal_chapters')
      .set({ safe_id: safeId, sealed: sealFacts(keys.to.values, chapterId, known) })
      .where('safe_id', '=', fromSafeId)
      .where('chapter_id', '=', chapterId)
      .execute();
  }
  await tx
    .insertInto('journal_chapters')
    .values({
      ...{ safe_id: safeId, chapter_id: fromSafeId, closed_at: now, ...closed },
      opened_at: await selectOpening(tx, fromSafeId),
      sealed: sealFacts(keys.to.values, fromSafeId, facts),
    })
    .execute();
  return closed.head;
}

/** Newest first. */
export async function listChapters(db: Db | Tx, values: KeyObject, safeId: string): Promise<Chapter[]> {
  const rows = await selectChapters(db, safeId);
  return rows.map(({ sealed, ...row }) => ({ ...row, ...openFacts(values, row.chapterId, sealed) }));
}

export async function hasChapter(db: Db, safeId: string, chapterId: string): Promise<boolean> {
  const row = await db
    .selectFrom('journal_chapters')
    .select('chapter_id')
    .where('safe_id', '=', safeId)
    .where('chapter_id', '=', chapterId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another safe has received this one. */
export async function isReceived(db: Db, safeId: string): Promise<boolean> {
  const row = await db
    .selectFrom('journal_chapters')
    .select('chapter_id')
    .where('chapter_id', '=', safeId)
    .executeTakeFirst();
  return row !== undefined;
}

const atATime = 500;
/** After so many, others have their turn. */
const inTurn = 5;

async function reseal(tx: Tx, chapterId: string, { from, to }: Keys): Promise<void> {
  for (let after = 0; ;) {
    const rows = await selectDetails(tx, chapterId, after);
    const sealed: Buffer[] = [];
    for (const row of rows) {
      sealed.push(resealDetails({ from: from.values, to: to.values }, chapterId, row));
      if (sealed.length % inTurn === 0) await setImmediate();
    }
    const seqs = rows.map(({ seq }) => seq);
    await sql`select journal_reseal(${chapterId}, ${seqs}::bigint[], ${sealed}::bytea[])`.execute(tx);
    if (rows.length < atATime) return;
    after = rows.at(-1)?.seq ?? after;
  }
}

const selectDetails = (tx: Tx, chapterId: string, after: number) =>
  tx
    .selectFrom('journal_details as d')
    .innerJoin('journal_entries as e', (join) => join.onRef('e.safe_id', '=', 'd.safe_id').onRef('e.seq', '=', 'd.seq'))
    .select(['d.seq', 'd.sealed', 'e.detail_hash as detailHash'])
    .where('d.safe_id', '=', chapterId)
    .where('d.seq', '>', after)
    .orderBy('d.seq')
    .limit(atATime)
    .execute();

const selectChapters = (db: Db | Tx, safeId: string) =>
  db
    .selectFrom('journal_chapters')
    .select(['chapter_id as chapterId', 'opened_at as openedAt', 'closed_at as closedAt', 'entries', 'head', 'sealed'])
    .where('safe_id', '=', safeId)
    .orderBy('closed_at', 'desc')
    .orderBy('chapter_id')
    .execute();

async function selectOpening(tx: Tx, safeId: string): Promise<Date> {
  const { at } = await tx
    .selectFrom('journal_entries')
    .select('at')
    .where('safe_id', '=', safeId)
    .where('seq', '=', 1)
    .executeTakeFirstOrThrow();
  return at;
}

const placeOf = (chapterId: string) => ({ table: 'journal_chapters', column: 'sealed', row: chapterId });

const sealFacts = (values: KeyObject, chapterId: string, facts: ChapterFacts): Buffer =>
  sealJson(values, placeOf(chapterId), facts);

const openFacts = (values: KeyObject, chapterId: string, sealed: Buffer): ChapterFacts =>
  chapterFacts.parse(openJson(values, placeOf(chapterId), sealed));
