import { job, type NoData } from '../../platform/jobs/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { examine } from './proofs/examine.ts';

export const scrubJob = job<NoData>('documents.scrub', { cron: '* * * * *', parallel: 1, timeoutSeconds: 55 });

const atATime = 20;

/** Round the clock, slowly: the contents that were looked at longest ago are read and hashed again. */
export async function scrubObjects(platform: Platform, signal?: AbortSignal): Promise<void> {
  const rows = await longestUnseen(platform);
  for (const row of rows) {
    if (signal?.aborted) return;
    const keys = await platform.vault.keysOf(row.safeId, 'background');
    const { state } = await examine(platform, keys, row);
    // A content that is lost or damaged is an alarm for people: nothing is removed because of it.
    if (state !== 'whole')
      platform.log.error({ safeId: row.safeId, documentId: row.documentId, state }, 'a stored content is not whole');
    await platform.relaxedDb
      .updateTable('documents')
      .set({ scrubbed_at: platform.clock.now() })
      .where('safe_id', '=', row.safeId)
      .where('document_id', '=', row.documentId)
      .execute();
  }
}

const longestUnseen = (platform: Platform) =>
  platform.db
    .selectFrom('documents')
    .select([
      'safe_id as safeId',
      'document_id as documentId',
      'object_id as objectId',
      'header',
      'sealed',
      'size_bytes as sizeBytes',
    ])
    .where('scrubbed_at', '<', new Date(platform.clock.now().getTime() - 86_400_000))
    .orderBy('scrubbed_at')
    .limit(atATime)
    .execute();
