import { sql, type Insertable } from 'kysely';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';

/** A request for documents, of a safe. */
export type RequestKey = { safeId: string; requestId: string };

const columns = [
  'request_id as requestId',
  'sealed',
  'state',
  'category_id as categoryId',
  'folder_id as folderId',
  'max_files as maxFiles',
  'received_count as receivedCount',
  'received_bytes as receivedBytes',
  'last_received_at as lastReceivedAt',
  'told_at as toldAt',
  'delivery',
  'message_id as messageId',
  'created_at as createdAt',
  'expires_at as expiresAt',
] as const;

export const insertRequest = (tx: Tx, row: Insertable<Tables['document_requests']>) =>
  tx.insertInto('document_requests').values(row).execute();

/** All but the deleted ones, the newest first: a safe has tens of them. */
export const selectRequests = (db: Db, safeId: string) =>
  db
    .selectFrom('document_requests')
    .select(columns)
    .where('safe_id', '=', safeId)
    .where('state', '<>', 'deleted')
    .orderBy('request_id', 'desc')
    .execute();

export type RequestRow = Awaited<ReturnType<typeof selectRequests>>[number];

/** Deleted ones too: a person who follows their link receives the reason. */
export const findRequest = (db: Db | Tx, { safeId, requestId }: RequestKey) =>
  db
    .selectFrom('document_requests')
    .select(columns)
    .where('safe_id', '=', safeId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();

/** For a link that was made before links had references. */
export const keepReference = (db: Db, { safeId, requestId }: RequestKey, referenceTag: Buffer) =>
  db
    .updateTable('document_requests')
    .set({ reference_tag: referenceTag })
    .where('safe_id', '=', safeId)
    .where('request_id', '=', requestId)
    .where('reference_tag', 'is', null)
    .execute();

/** Found by the reference of its link, whichever the safe: it is all that its holder has. */
export const findRequestByReference = (db: Db, referenceTag: Buffer) =>
  db
    .selectFrom('document_requests')
    .select(['safe_id as safeId', 'request_id as requestId', 'state', 'expires_at as expiresAt'])
    .where('reference_tag', '=', referenceTag)
    .executeTakeFirst();

/** Finds the request created under a key, deleted or not. */
export const findRequestByKey = (db: Db, safeId: string, keyTag: Buffer) =>
  db
    .selectFrom('document_requests')
    .select(['request_id as requestId', 'expires_at as expiresAt', 'request_tag as requestTag'])
    .where('safe_id', '=', safeId)
    .where('key_tag', '=', keyTag)
    .executeTakeFirst();

/** From one state to another; false where it was not in the first. */
export async function changeState(
  tx: Tx,
  { safeId, requestId }: RequestKey,
  { from, to }: { from: readonly RequestRow['state'][]; to: RequestRow['state'] },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document_requests')
    .set({ state: to })
    .where('safe_id', '=', safeId)
    .where('request_id', '=', requestId)
    .where('state', 'in', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The same; the row is held until the transaction ends. */
export const lockRequest = (tx: Tx, { safeId, requestId }: RequestKey) =>
  tx
    .selectFrom('document_requests')
    .select(['max_files as maxFiles', 'received_count as receivedCount'])
    .where('safe_id', '=', safeId)
    .where('request_id', '=', requestId)
    .forUpdate()
    .executeTakeFirst();

/** Counts a file, where the request lives and one may still come; the row is held until the transaction ends. */
export const countReceived = (
  tx: Tx,
  { safeId, requestId }: RequestKey,
  { bytes, now }: { bytes: number; now: Date },
) =>
  tx
    .updateTable('document_requests')
    .set({
      received_count: sql`received_count + 1`,
      received_bytes: sql`received_bytes + ${bytes}::bigint`,
      last_received_at: now,
    })
    .where('safe_id', '=', safeId)
    .where('request_id', '=', requestId)
    .where('state', '=', 'active')
    .where('expires_at', '>', now)
    .where('received_count', '<', sql<number>`max_files`)
    .returning([
      'category_id as categoryId',
      'folder_id as folderId',
      'told_at as toldAt',
      sql<number>`max_files - received_count`.as('filesLeft'),
    ])
    .executeTakeFirst();

export const setNotified = (tx: Tx, { safeId, requestId }: RequestKey, now: Date) =>
  tx
    .updateTable('document_requests')
    .set({ told_at: now })
    .where('safe_id', '=', safeId)
    .where('request_id', '=', requestId)
    .execute();

export const setRequestDelivery = (db: Db | Tx, { safeId, requestId }: RequestKey, delivery: 'SENT' | 'FAILED') =>
  db
    .updateTable('document_requests')
    .set({ delivery })
    .where('safe_id', '=', safeId)
    .where('request_id', '=', requestId)
    .execute();

export const selectDueRequests = (db: Db, now: Date) =>
  db
    .selectFrom('document_requests')
    .select(['safe_id as safeId', 'request_id as requestId'])
    .where('state', '=', 'active')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(200)
    .execute();

export const forgetRequests = (db: Db, now: Date) =>
  db.deleteFrom('document_requests').where('state', '=', 'deleted').where('expires_at', '<=', now).execute();
