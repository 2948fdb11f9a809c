import { sql } from 'kysely';
import { job, type NoData } from '../../../platform/jobs/jobs.ts';
import { KeyRefused } from '../../../platform/keys/keys.ts';
import type { Platform } from '../../../platform/platform.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { UnknownSafe } from '../../../platform/sealing/vault.ts';
import { examine, noteState, type Examined } from './proofs/examine.ts';

export const scrubJob = job<NoData>('documents.scrub', { cron: '* * * * *', parallel: 1, timeoutSeconds: 55 });

const atATime = 20;

/** The contents of owners, and those that only shares hold still. */
const tables = ['documents', 'held_contents'] as const;

/** Round the clock, slowly: the contents that were looked at longest ago are read and hashed again. */
export async function scrubObjects(platform: Platform, signal?: AbortSignal): Promise<void> {
  const rows = await longestUnseen(platform);
  const unread: Row[] = [];
  for (const row of rows) {
    if (signal?.aborted) return;
    const looked = await tryLook(platform, row);
    if (!looked) {
      unread.push(row);
      continue;
    }
    // A content that is lost or damaged is an alarm for people: nothing is removed because of it.
    if (looked.state === 'whole' || (await isStillThere(platform, row))) await alarm(platform, row, looked);
    await noteLook(platform, row);
  }
  // The store itself is away if none could be read: all of them come again.
  if (unread.length > 0 && unread.length === rows.length) throw new Error('no stored content could be read');
  for (const row of unread) await noteLook(platform, row);
}

/** Null for one that cannot be read now: it keeps no other from its turn. */
async function tryLook(platform: Platform, row: Row): Promise<Looked | null> {
  try {
    return await look(platform, row);
  } catch (error) {
    const { safeId, documentId } = row;
    platform.log.error({ err: error, safeId, documentId }, 'a stored content could not be read');
    return null;
  }
}

/** A row that is being changed, by a merge for instance, is looked at again rather than waited for. */
const noteLook = ({ relaxedDb, clock }: Platform, { table, safeId, documentId }: Row) =>
  relaxedDb
    .updateTable(table)
    .set({ scrubbed_at: clock.now() })
    .where('safe_id', '=', safeId)
    .where('document_id', '=', (is) =>
      is
        .selectFrom(table)
        .select('document_id')
        .where('safe_id', '=', safeId)
        .where('document_id', '=', documentId)
        .forUpdate()
        .skipLocked(),
    )
    .execute();

type Row = Awaited<ReturnType<typeof longestUnseen>>[number];

type Looked = Omit<Examined, 'secrets'> & { secrets: Examined['secrets'] | null };

/** A row that cannot be opened is one more that is damaged: those after it have their turn all the same. */
async function look(platform: Platform, row: Row): Promise<Looked> {
  try {
    const keys = await platform.vault.keysOf(row.safeId, 'background');
    return await examine(platform, keys, row);
  } catch (error) {
    const isLost = [SealBroken, UnknownSafe, KeyRefused].some((kind) => error instanceof kind);
    if (!isLost) throw error;
    return { state: 'damaged', secrets: null };
  }
}

/** A content that only shares hold, and a row that cannot be opened, alarm people alone. */
async function alarm(platform: Platform, row: Row, { state, secrets }: Looked): Promise<void> {
  const { table, safeId, documentId, damagedAt } = row;
  if (table === 'documents' && secrets)
    await noteState(platform, { safeId, kind: 'system' }, { documentId, state, secrets, damagedAt });
  else if (state !== 'whole') platform.log.error({ safeId, documentId, state }, 'a stored content is not whole');
}

/** A row goes before its object does: what was destroyed, or let go, since the batch was taken is not lost. */
async function isStillThere({ db }: Platform, { table, safeId, documentId }: Row): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('object_id')
    .where('safe_id', '=', safeId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return row !== undefined;
}

async function longestUnseen(platform: Platform) {
  const found = await Promise.all(tables.map((table) => longestUnseenIn(platform, table)));
  return found
    .flat()
    .sort((a, b) => a.scrubbedAt.getTime() - b.scrubbedAt.getTime())
    .slice(0, atATime);
}

async function longestUnseenIn(platform: Platform, table: (typeof tables)[number]) {
  const damagedAt = table === 'documents' ? sql<Date | null>`damaged_at` : sql<Date | null>`null`;
  const rows = await platform.db
    .selectFrom(table)
    .select([
      'safe_id as safeId',
      'document_id as documentId',
      'object_id as objectId',
      'header',
      'sealed',
      'size_bytes as sizeBytes',
      'scrubbed_at as scrubbedAt',
      damagedAt.as('damagedAt'),
    ])
    .where('scrubbed_at', '<', new Date(platform.clock.now().getTime() - 86_400_000))
    .orderBy('scrubbed_at')
    .limit(atATime)
    .execute();
  return rows.map((row) => ({ ...row, table }));
}
