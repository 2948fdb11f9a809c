import type { Insertable, Selectable } from 'kysely';
import { job } from '../../../platform/jobs/jobs.ts';
import { appendJournal, type JournalActor } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { canHoldWords } from '../../../platform/reading/reading.ts';
import { rewrapHeader } from '../../../platform/sealing/content.ts';
import { SealedContentBroken } from '../../../platform/sealing/sealed-content-broken.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { SealBroken } from '../../../platform/sealing/values.ts';
import { choosePlace } from '../arranging/places.ts';
import { queueReadings } from '../extraction/reading-turns/reading-turns.ts';
import * as store from './recovery.store.ts';
import { openDocument, sealDocument, successionTag, type DocumentSecrets } from '../record/sealed-document.ts';

/** The documents that waited in one safe, and the safe of their owner. */
export type Recovery = { safeId: string; fromSafeId: string };

export const recoverJob = job<Recovery>('documents.recover', {
  exclusiveBy: ({ safeId, fromSafeId }) => `${safeId}/${fromSafeId}`,
  retries: 20,
});

const batchSize = 50;

/** The worker moves what waited for an owner to the owner's safe, a batch at a time. */
export async function startRecovery(tx: Tx, platform: Platform, recovery: Recovery): Promise<void> {
  const waiting = await store.lockSafes(tx, [recovery.fromSafeId]);
  const total = waiting[0]?.documentCount ?? 0;
  await store.insertRecovery(tx, recovery, { total, now: platform.clock.now() });
  await platform.jobs.enqueue(tx, recoverJob, recovery);
}

export const readRecovery = (db: Db, safeId: string) => store.sumRecoveries(db, safeId);

/** Goes on with recoveries whose jobs have given up, as after a long outage. A job that waits or runs stays the only one. */
export async function resumeRecoveries({ db, jobs }: Platform): Promise<void> {
  for (const recovery of await store.selectRunning(db)) await jobs.enqueue(db, recoverJob, recovery);
}

/**
 * Each batch is one transaction: a stop in the middle loses and doubles nothing. A document that cannot be opened stays
 * where it waited, and keeps no other there.
 */
export async function recoverDocuments(platform: Platform, recovery: Recovery, signal?: AbortSignal): Promise<void> {
  const skipped: string[] = [];
  for (;;) {
    signal?.throwIfAborted();
    const batch = await platform.db.transaction().execute((tx) => moveBatch(tx, platform, { recovery, skipped }));
    if (batch.isLast) return;
    skipped.push(...batch.skipped);
  }
}

type Moving = { recovery: Recovery; skipped: readonly string[] };

async function moveBatch(tx: Tx, platform: Platform, { recovery, skipped }: Moving) {
  const { safeId, fromSafeId } = recovery;
  await store.lockSafes(tx, [safeId, fromSafeId]);
  // The safe that received them may have been received itself: the recovery goes on there.
  if (!(await store.isRecovery(tx, recovery))) return { isLast: true, skipped: [] };
  const rows = await store.takeBatch(tx, fromSafeId, { skipped, limit: batchSize });
  const deposits = await store.depositsOf(
    tx,
    fromSafeId,
    rows.map((row) => row.document_id),
  );
  const from = await platform.vault.keysOf(fromSafeId, 'background', tx);
  const to = await platform.vault.keysOf(safeId, 'background', tx);
  const moved: Row[] = [];
  const toRead: string[] = [];
  for (const row of rows) {
    const deposit = deposits.find(({ documentId }) => documentId === row.document_id);
    const opened = openWaiting(platform, { row, recovery, from, to });
    if (!opened) continue;
    await moveDocument(tx, platform, { ...opened, row, deposit, recovery, to });
    moved.push(row);
    if (canHoldWords(opened.secrets.mimeType)) toRead.push(row.document_id);
  }
  await queueReadings(tx, platform, { safeId, documentIds: toRead });
  if (moved.length > 0) {
    const counted = moved.filter((row) => row.added_by !== 'company').reduce((sum, row) => sum + row.size_bytes, 0);
    const kept = moved.filter((row) => row.trashed_at === null).length;
    await store.moveCounts(tx, recovery, { count: kept, countedBytes: counted });
    await store.addRecovered(tx, recovery, moved.length);
  }
  const isLast = rows.length < batchSize;
  if (isLast) await store.endRecovery(tx, recovery);
  const left = rows.filter((row) => !moved.includes(row));
  return { isLast, skipped: left.map((row) => row.document_id) };
}

type Row = Selectable<Tables['documents']>;
type Waiting = { row: Row; recovery: Recovery; from: SafeKeys; to: SafeKeys };

/** Opens its row, and wraps its header under the keys of its owner's safe. Null, and an alarm, where it is damaged. */
function openWaiting({ log }: Platform, { row, recovery, from, to }: Waiting) {
  const { safeId, fromSafeId } = recovery;
  const documentId = row.document_id;
  try {
    const secrets = openDocument(from, documentId, row.sealed);
    const waiting = { key: from.contents, safeId: fromSafeId, documentId };
    return { secrets, header: rewrapHeader(row.header, waiting, { key: to.contents, safeId, documentId }) };
  } catch (error) {
    if (!(error instanceof SealBroken || error instanceof SealedContentBroken)) throw error;
    log.error({ safeId: fromSafeId, documentId }, 'a document that waits for its owner cannot be opened');
    return null;
  }
}

type Move = {
  row: Row;
  secrets: DocumentSecrets;
  header: Buffer;
  /** Its entry in the journal of the safe where it waited. */
  deposit: store.DepositEntry | undefined;
  recovery: Recovery;
  to: SafeKeys;
};

/** The object stays where it is: only the header and what is sealed in the row are written anew. */
async function moveDocument(tx: Tx, platform: Platform, { row, ...move }: Move): Promise<void> {
  const { secrets, header, deposit, recovery, to } = move;
  const { safeId, fromSafeId } = recovery;
  const documentId = row.document_id;
  const place = await choosePlace(tx, { safeId, type: secrets.type });
  const moved: Insertable<Tables['documents']> = {
    ...row,
    ...sealDocument(to, documentId, secrets),
    ...{ safe_id: safeId, header },
    category_id: place.categoryId,
    folder_id: null,
    trashed_with: null,
    // The derived values are under the keys of the safe it was in.
    has_thumbnail: null,
    content_tags: null,
    read_expiry: null,
    ...(row.added_by === 'company' && {
      succession_tag: successionTag(to, secrets, { documentId, originId: row.origin_id }),
    }),
  };
  await store.removeRows(tx, fromSafeId, [documentId]);
  await store.insertDocument(tx, moved);
  await appendJournal(tx, platform, {
    ...{ safeId, action: 'document.recovered', objectId: documentId },
    actor: depositorOf(row, secrets),
    details: {
      ...{ title: secrets.title, sha256: secrets.sha256, sha512: secrets.sha512 },
      ...(deposit && { depositedAt: deposit.at.toISOString(), depositHash: deposit.hash.toString('hex') }),
    },
  });
}

/** The owner reads who deposited it, not who carried it over. */
const depositorOf = (row: Row, { originName }: DocumentSecrets): JournalActor =>
  row.added_by === 'company' && row.origin_id !== null
    ? { kind: 'employer', id: row.origin_id, ...(originName !== undefined && { name: originName }) }
    : { kind: 'system' };
