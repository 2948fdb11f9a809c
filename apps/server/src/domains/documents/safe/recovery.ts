import type { Insertable, Selectable } from 'kysely';
import { job } from '../../../platform/jobs/jobs.ts';
import { appendJournal, type JournalActor } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Db, Tx } from '../../../platform/postgres/db.ts';
import type { Tables } from '../../../platform/postgres/tables.ts';
import { canHoldWords } from '../../../platform/reading/reading.ts';
import { rewrapHeader } from '../../../platform/sealing/content.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { choosePlace } from '../arranging/places.ts';
import { readJob } from '../extraction/reading-turns/reading-turns.ts';
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

/** Each batch is one transaction: a stop in the middle loses and doubles nothing. */
export async function recoverDocuments(platform: Platform, recovery: Recovery, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const moved = await platform.db.transaction().execute((tx) => moveBatch(tx, platform, recovery));
    if (moved < batchSize) return;
  }
}

async function moveBatch(tx: Tx, platform: Platform, recovery: Recovery): Promise<number> {
  const { safeId, fromSafeId } = recovery;
  await store.lockSafes(tx, [safeId, fromSafeId]);
  // The safe that received them may have been received itself: the recovery goes on there.
  if (!(await store.isRecovery(tx, recovery))) return 0;
  const rows = await store.takeBatch(tx, fromSafeId, batchSize);
  const deposits = await store.depositsOf(
    tx,
    fromSafeId,
    rows.map((row) => row.document_id),
  );
  const from = await platform.vault.keysOf(fromSafeId, 'background', tx);
  const to = await platform.vault.keysOf(safeId, 'background', tx);
  for (const row of rows) {
    const deposit = deposits.find(({ documentId }) => documentId === row.document_id);
    await moveDocument(tx, platform, { row, deposit, recovery, from, to });
  }
  if (rows.length > 0) {
    const counted = rows.filter((row) => row.added_by !== 'company').reduce((sum, row) => sum + row.size_bytes, 0);
    const kept = rows.filter((row) => row.trashed_at === null).length;
    await store.moveCounts(tx, recovery, { count: kept, countedBytes: counted });
    await store.addRecovered(tx, recovery, rows.length);
  }
  if (rows.length < batchSize) await store.endRecovery(tx, recovery);
  return rows.length;
}

type Move = {
  row: Selectable<Tables['documents']>;
  /** Its entry in the journal of the safe where it waited. */
  deposit: store.DepositEntry | undefined;
  recovery: Recovery;
  from: SafeKeys;
  to: SafeKeys;
};

/** The object stays where it is: only the header and what is sealed in the row are written anew. */
async function moveDocument(tx: Tx, platform: Platform, { row, deposit, recovery, from, to }: Move): Promise<void> {
  const { safeId, fromSafeId } = recovery;
  const documentId = row.document_id;
  const secrets = openDocument(from, documentId, row.sealed);
  const place = await choosePlace(tx, { safeId, type: secrets.type });
  const moved: Insertable<Tables['documents']> = {
    ...row,
    ...sealDocument(to, documentId, secrets),
    safe_id: safeId,
    header: rewrapHeader(
      row.header,
      { key: from.contents, safeId: fromSafeId, documentId },
      { key: to.contents, safeId, documentId },
    ),
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
  if (canHoldWords(secrets.mimeType)) await platform.jobs.enqueue(tx, readJob, { safeId, documentId });
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
const depositorOf = (row: Selectable<Tables['documents']>, { originName }: DocumentSecrets): JournalActor =>
  row.added_by === 'company' && row.origin_id !== null
    ? { kind: 'employer', id: row.origin_id, ...(originName !== undefined && { name: originName }) }
    : { kind: 'system' };
