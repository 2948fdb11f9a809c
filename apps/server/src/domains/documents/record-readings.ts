import type { Owner } from '../../platform/http/actors.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import { holdSafe } from './arranging.store.ts';
import { markManyRead, type ContentRow } from './documents.store.ts';
import { openDocument } from './sealed-document.ts';

/** The first alone, so that it leaves at once; then more and more of them in one transaction. */
const batchSizes = [1, 8, 32];
const largestBatch = 64;

type Contents = { keys: SafeKeys; rows: readonly ContentRow[] };

/**
 * Records readings in the order of the rows, a batch ahead of what leaves: `next` resolves when the next
 * row's is written. Who goes away in the middle has at most a batch too many in the journal.
 */
export function recordAhead(platform: Platform, owner: Owner, { keys, rows }: Contents): { next(): Promise<void> } {
  let taken = 0;
  let written = 0;
  let batch = 0;
  const begin = () => {
    const some = rows.slice(written, written + (batchSizes[batch] ?? largestBatch));
    batch += 1;
    const outcome = recordReadings(platform, owner, { keys, rows: some }).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    return { count: some.length, outcome };
  };
  let ahead = begin();
  return {
    async next() {
      taken += 1;
      if (taken <= written) return;
      const failure = await ahead.outcome;
      if (failure) throw failure.error;
      written += ahead.count;
      if (written < rows.length) ahead = begin();
    },
  };
}

async function recordReadings(platform: Platform, { safeId, address }: Owner, { keys, rows }: Contents): Promise<void> {
  const unread = rows.filter((row) => row.unread).map(({ documentId }) => documentId);
  await platform.relaxedDb.transaction().execute(async (tx) => {
    await Promise.all([
      ...(unread.length > 0 ? [holdSafe(tx, safeId), markManyRead(tx, safeId, unread)] : []),
      ...rows.map(({ documentId, sealed }) =>
        appendJournal(tx, platform, {
          ...{ safeId, actor: { kind: 'owner' }, action: 'document.read', objectId: documentId },
          details: { title: openDocument(keys, documentId, sealed).title, address },
        }),
      ),
    ]);
  });
}
