import type { SafeExport } from '@perenne/contract/exports';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/postgres/db.ts';

export type ExportKey = { safeId: string; exportId: string };

const columns = [
  'safe_id as safeId',
  'export_id as exportId',
  'state',
  'requested_at as requestedAt',
  'document_count as documentCount',
  'done',
  'attempts',
  'object_id as objectId',
  'header',
  'sealed',
  'size_bytes as sizeBytes',
  'available_until as availableUntil',
  'timestamped_at as timestampedAt',
  'downloaded_session as downloadedSession',
  'failure',
] as const;

const ofSafe = (db: Db | Tx, safeId: string) => db.selectFrom('exports').select(columns).where('safe_id', '=', safeId);

/** Those that are shown: nothing that was available until now, and nothing that failed before `since`. */
const shown = (db: Db | Tx, safeId: string, { now, since }: { now: Date; since: Date }) =>
  ofSafe(db, safeId).where((is) =>
    is.or([
      is('state', '=', 'IN_PROGRESS'),
      is.and([is('state', '=', 'READY'), is('available_until', '>', now)]),
      is.and([is('state', '=', 'FAILED'), is('requested_at', '>', since)]),
    ]),
  );

type Shown = { now: Date; since: Date };

/** Newest first. */
export const listShown = (db: Db, safeId: string, at: Shown) =>
  shown(db, safeId, at).orderBy('export_id', 'desc').execute();

export const findShown = (db: Db | Tx, { safeId, exportId }: ExportKey, at: Shown) =>
  shown(db, safeId, at).where('export_id', '=', exportId).executeTakeFirst();

export type ExportRow = NonNullable<Awaited<ReturnType<typeof findShown>>>;

export const lockExport = (tx: Tx, { safeId, exportId }: ExportKey) =>
  ofSafe(tx, safeId).where('export_id', '=', exportId).forUpdate().executeTakeFirst();

export async function isExporting(tx: Tx, safeIds: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('exports')
    .select('export_id')
    .where('safe_id', 'in', safeIds)
    .where('state', '=', 'IN_PROGRESS')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertExport(
  tx: Tx,
  { safeId, exportId, requestedAt, documentCount }: ExportKey & { requestedAt: Date; documentCount: number },
): Promise<void> {
  const key = { safe_id: safeId, export_id: exportId, requested_at: requestedAt };
  await tx
    .insertInto('exports')
    .values({ ...key, document_count: documentCount })
    .execute();
  await tx.insertInto('export_requests').values(key).execute();
}

export async function selectCounted(db: Db | Tx, safeId: string, since: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('export_requests')
    .select('requested_at as requestedAt')
    .where('safe_id', '=', safeId)
    .where('requested_at', '>', since)
    .execute();
  return rows.map(({ requestedAt }) => requestedAt);
}

/** The request counts no more. */
export const giveBack = (tx: Tx, { safeId, exportId }: ExportKey) =>
  tx.deleteFrom('export_requests').where('safe_id', '=', safeId).where('export_id', '=', exportId).execute();

const inProgress = (db: Db | Tx, { safeId, exportId }: ExportKey) =>
  db
    .updateTable('exports')
    .where('safe_id', '=', safeId)
    .where('export_id', '=', exportId)
    .where('state', '=', 'IN_PROGRESS');

/** The archive is written anew, as that object. The row is locked. */
export const beginAttempt = (tx: Tx, key: ExportKey, objectId: string) =>
  inProgress(tx, key)
    .set((is) => ({ object_id: objectId, done: 0, attempts: is('attempts', '+', 1) }))
    .execute();

type Attempt = ExportKey & { objectId: string };

/** False where the export has ended, or another attempt has taken it over. */
export async function noteProgress(
  db: Db,
  attempt: Attempt,
  { done, total }: { done: number; total: number },
): Promise<boolean> {
  const { numUpdatedRows } = await inProgress(db, attempt)
    .where('object_id', '=', attempt.objectId)
    .set({ done, document_count: total })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Ready = {
  header: Buffer;
  sealed: Buffer;
  sizeBytes: number;
  documentCount: number;
  availableUntil: Date;
  timestampedAt: Date | null;
};

/** False where the export has ended, or another attempt has taken it over. */
export async function setReady(tx: Tx, attempt: Attempt, ready: Ready): Promise<boolean> {
  const { numUpdatedRows } = await inProgress(tx, attempt)
    .where('object_id', '=', attempt.objectId)
    .set({
      ...{ state: 'READY', header: ready.header, sealed: ready.sealed, size_bytes: ready.sizeBytes },
      ...{ document_count: ready.documentCount, done: ready.documentCount },
      ...{ available_until: ready.availableUntil, timestamped_at: ready.timestampedAt },
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** False where the export has ended. */
export async function setFailed(tx: Tx, key: ExportKey, failure: NonNullable<SafeExport['failure']>): Promise<boolean> {
  const { numUpdatedRows } = await inProgress(tx, key)
    .set({ state: 'FAILED', failure, object_id: null })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const noteDownload = (tx: Tx, { safeId, exportId }: ExportKey, sessionId: string) =>
  tx
    .updateTable('exports')
    .set({ downloaded_session: sessionId })
    .where('safe_id', '=', safeId)
    .where('export_id', '=', exportId)
    .execute();

/** The object is null where none was begun. Undefined where there is no such export. */
export const deleteExport = (tx: Tx, { safeId, exportId }: ExportKey) =>
  tx
    .deleteFrom('exports')
    .where('safe_id', '=', safeId)
    .where('export_id', '=', exportId)
    .returning('object_id as objectId')
    .executeTakeFirst();

export const deleteExportsOf = (tx: Tx, safeId: string) =>
  tx.deleteFrom('exports').where('safe_id', '=', safeId).returning('object_id as objectId').execute();

/** Those whose time is over, of any safe. */
export const deleteExpired = (tx: Tx, { now, since }: Shown) =>
  tx
    .deleteFrom('exports')
    .where((is) =>
      is.or([
        is.and([is('state', '=', 'READY'), is('available_until', '<=', now)]),
        is.and([is('state', '=', 'FAILED'), is('requested_at', '<=', since)]),
      ]),
    )
    .returning('object_id as objectId')
    .execute();

export const deleteCounted = (tx: Tx, until: Date) =>
  tx.deleteFrom('export_requests').where('requested_at', '<=', until).execute();

/** Written out, for the index of those that are no archive yet. */
export const selectUnfinished = (db: Db): Promise<ExportKey[]> =>
  db
    .selectFrom('exports')
    .select(['safe_id as safeId', 'export_id as exportId'])
    .where(sql<boolean>`state = 'IN_PROGRESS'`)
    .execute();
