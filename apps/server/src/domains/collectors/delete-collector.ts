import type { Owner } from '../../platform/http/actors.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import { holdSafe, putIntoTrash } from '../documents/documents.ts';
import { countResult } from './agents/agents.store.ts';
import { deleteCollector as deleteRow, selectCollected } from './collectors.store.ts';
import { requireCollector } from './present-collector.ts';
import { nameOf } from './sealed-collector.ts';

/**
 * Ends a collector, its credentials and its runs. Its documents are kept, or go into the trash.
 * @throws {DomainError} CollectorNotFound
 */
export async function deleteCollector(
  platform: Platform,
  owner: Owner,
  { collectorId, documents }: { collectorId: string; documents: 'KEEP' | 'TRASH' },
): Promise<void> {
  const { safeId, address } = owner;
  const key = { safeId, collectorId };
  await platform.db.transaction().execute(async (tx) => {
    await holdSafe(tx, safeId);
    const row = await requireCollector(tx, key);
    const keys = await platform.vault.keysOf(safeId, 'owner', tx);
    const title = nameOf(platform, keys, row);
    if (documents === 'TRASH') await putIntoTrash(tx, platform, { owner, documentIds: await selectCollected(tx, key) });
    await deleteRow(tx, key);
    await appendJournal(tx, platform, {
      ...{ safeId, actor: { kind: 'owner' }, action: 'collector.deleted', objectId: collectorId },
      details: { title, address },
    });
    // Last, since all runs of a partner come by here.
    if (row.runId !== null) await countResult(tx, row.agentId, 'ENDED');
  });
}
