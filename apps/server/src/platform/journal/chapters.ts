import { createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, Tx } from '../postgres/db.ts';
import { packBytes } from '../postgres/packed-bytes.ts';
import { safeKeyBytes, type SafeKeys } from '../sealing/safe-keys.ts';
import { openJson, sealJson } from '../sealing/values.ts';
import { resealDetails } from './journal.ts';

/** The address that signed in to the safe that wrote a chapter, and the number of its documents. */
export type ChapterFacts = { email: string; nbDocs: number };
/** Without a key: an earlier release sealed its details under the reader's key for values. */
const sealedFacts = z.object({ email: z.string(), nbDocs: z.int(), journalKey: z.base64().optional() });

/** The journal of a safe that another has received. `chapterId` is the identifier of the safe that wrote it. */
export type Chapter = ChapterFacts & {
  chapterId: string;
  /** Opens the details of its entries. */
  key: KeyObject;
  openedAt: Date;
  closedAt: Date;
  entries: number;
  head: Buffer;
};

type Keys = { from: SafeKeys; to: SafeKeys };
type Pair = { safeId: string; fromSafeId: string };

/**
 * Closes the journal of a safe and gives it to another to read, with the chapters that the safe had itself: their keys
 * are sealed for the new reader, no entry changes. Returns the last hash.
 */
export async function closeChapter(
  tx: Tx,
  { safeId, fromSafeId, keys, facts, now }: Pair & { keys: Keys; facts: ChapterFacts; now: Date },
): Promise<Buffer> {
  const { rows } = await sql<{ entries: number; head: Buffer }>`
    select chapter_entries as entries, chapter_head as head from journal_close(${fromSafeId}, ${now})`.execute(tx);
  const closed = rows[0];
  if (!closed) throw new Error('the journal was closed already');
  const { from, to } = keys;
  for (const { email, nbDocs, ...chapter } of await listChapters(tx, from.values, fromSafeId)) {
    const { chapterId } = chapter;
    const key = await keyToGive(tx, from, chapter);
    await tx
      .updateTable('journal_chapters')
      .set({ safe_id: safeId, sealed: sealFacts(to.values, chapterId, { email, nbDocs, key }) })
      .where('safe_id', '=', fromSafeId)
      .where('chapter_id', '=', chapterId)
      .execute();
  }
  const key = await keyToGive(tx, from, { chapterId: fromSafeId, key: from.journal });
  await tx
    .insertInto('journal_chapters')
    .values({
      ...{ safe_id: safeId, chapter_id: fromSafeId, closed_at: now, ...closed },
      opened_at: await selectOpening(tx, fromSafeId),
      sealed: sealFacts(to.values, fromSafeId, { ...facts, key }),
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

/** The key that opens one of the journals which a safe reads: its own, or a chapter. */
export async function journalKeyOf(
  db: Db | Tx,
  keys: SafeKeys,
  { safeId, journalId }: { safeId: string; journalId: string },
): Promise<KeyObject> {
  if (journalId === safeId) return keys.journal;
  const row = await db
    .selectFrom('journal_chapters')
    .select('sealed')
    .where('safe_id', '=', safeId)
    .where('chapter_id', '=', journalId)
    .executeTakeFirstOrThrow();
  return openFacts(keys.values, journalId, row.sealed).key;
}

type Given = Pick<Chapter, 'chapterId' | 'key'>;

/** The key for values stays with its safe: details under it, of an earlier release, are sealed under one of their own. */
async function keyToGive(tx: Tx, from: SafeKeys, { chapterId, key }: Given): Promise<KeyObject> {
  if (!key.equals(from.values)) return key;
  const own = createSecretKey(randomBytes(safeKeyBytes));
  await reseal(tx, chapterId, { from: key, to: own });
  return own;
}

const atATime = 500;
/** After so many, others have their turn. */
const inTurn = 5;

async function reseal(tx: Tx, chapterId: string, keys: { from: KeyObject; to: KeyObject }): Promise<void> {
  for (let after = 0; ;) {
    const rows = await selectDetails(tx, chapterId, after);
    const sealed: Buffer[] = [];
    for (const row of rows) {
      sealed.push(resealDetails(keys, chapterId, row));
      if (sealed.length % inTurn === 0) await setImmediate();
    }
    const seqs = rows.map(({ seq }) => seq);
    const { packed, sizes } = packBytes(sealed);
    await sql`select journal_reseal(${chapterId}, ${seqs}::bigint[], ${packed}, ${sizes}::integer[])`.execute(tx);
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

type OpenedFacts = ChapterFacts & { key: KeyObject };

function sealFacts(values: KeyObject, chapterId: string, { key, ...facts }: OpenedFacts): Buffer {
  const journalKey = key.export().toString('base64');
  return sealJson(values, placeOf(chapterId), { ...facts, journalKey } satisfies z.input<typeof sealedFacts>);
}

function openFacts(values: KeyObject, chapterId: string, sealed: Buffer): OpenedFacts {
  const { journalKey, ...facts } = sealedFacts.parse(openJson(values, placeOf(chapterId), sealed));
  return { ...facts, key: journalKey === undefined ? values : createSecretKey(journalKey, 'base64') };
}
