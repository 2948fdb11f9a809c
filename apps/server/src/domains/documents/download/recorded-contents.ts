import { DomainError } from '../../../platform/domain-error.ts';
import type { Owner } from '../../../platform/http/actors.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import type { SafeKeys } from '../../../platform/sealing/safe-keys.ts';
import { holdSafe } from '../arranging/arranging.store.ts';
import { markManyRead, selectContents, type ContentRow } from './contents.store.ts';
import { openOrNull } from '../record/sealed-document.ts';

/** The first alone, so that it leaves at once; then more and more of them in one transaction. */
const batchSizes = [1, 8, 32];
const largestBatch = 64;

/**
 * The rows of documents in the order asked, their readings recorded: a batch of them while the one before leaves. A
 * caller that goes away in the middle has at most a batch too many in the journal.
 * @throws {DomainError} DocumentNotFound for one that was destroyed meanwhile
 */
export async function* recordedContents(
  platform: Platform,
  owner: Owner,
  documentIds: readonly string[],
): AsyncGenerator<ContentRow> {
  const batches = batchesOf(documentIds).map((ids) => () => Promise.allSettled([recordBatch(platform, owner, ids)]));
  let ahead = batches.shift()?.();
  while (ahead) {
    const [outcome] = await ahead;
    if (outcome.status === 'rejected') throw outcome.reason;
    ahead = batches.shift()?.();
    yield* outcome.value;
  }
}

function batchesOf(documentIds: readonly string[]): string[][] {
  const batches: string[][] = [];
  for (let at = 0; at < documentIds.length; at += batches.at(-1)?.length ?? 0)
    batches.push(documentIds.slice(at, at + (batchSizes[batches.length] ?? largestBatch)));
  return batches;
}

async function recordBatch(platform: Platform, owner: Owner, documentIds: readonly string[]): Promise<ContentRow[]> {
  const [keys, found] = await Promise.all([
    platform.vault.keysOf(owner.safeId, 'owner'),
    selectContents(platform.db, owner.safeId, documentIds),
  ]);
  const byId = new Map(found.map((row) => [row.documentId, row]));
  const rows = documentIds.map((id) => byId.get(id) ?? null).filter((row) => row !== null);
  if (rows.length < documentIds.length) throw new DomainError('DocumentNotFound');
  await platform.relaxedDb.transaction().execute((tx) => recordReadings(tx, platform, { owner, keys, rows }));
  return rows;
}

type Readings = { owner: Owner; keys: SafeKeys; rows: readonly ContentRow[] };

async function recordReadings(tx: Tx, platform: Platform, { owner, keys, rows }: Readings): Promise<void> {
  const { safeId, address } = owner;
  const unread = rows.filter((row) => row.unread).map(({ documentId }) => documentId);
  await Promise.all([
    ...(unread.length > 0 ? [holdSafe(tx, safeId), markManyRead(tx, safeId, unread)] : []),
    ...rows.map((row) => {
      const title = openOrNull(keys, row)?.title;
      return appendJournal(tx, platform, {
        ...{ safeId, actor: { kind: 'owner' }, action: 'document.read', objectId: row.documentId },
        details: { ...(title !== undefined && { title }), address },
      });
    }),
  ]);
}
