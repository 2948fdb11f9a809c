import { job, type NoData } from '../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canHoldWords } from '../../../platform/reading/reading.ts';
import { queueReadings } from '../extraction/reading-turns/reading-turns.ts';
import { openIfWhole } from './sealed-document.ts';
import { titleTags } from './word-tags.ts';

/** Documents of a release that had no tags yet. */
export const indexTitlesJob = job<NoData>('documents.index-titles', {
  ...{ cron: '*/5 * * * *', parallel: 1, timeoutSeconds: 290 },
});

const atATime = 500;

/** Gives titles their tags, and has their documents looked at, until none is left without. */
export async function indexTitles(platform: Platform, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted();
    const indexed = await platform.relaxedDb.transaction().execute(async (tx) => {
      const rows = await tx
        .selectFrom('documents')
        .select(['safe_id as safeId', 'document_id as documentId', 'category_id as categoryId', 'sealed'])
        .where('title_tags', 'is', null)
        .limit(atATime)
        .forUpdate()
        .skipLocked()
        .execute();
      const toRead = new Map<string, string[]>();
      for (const { safeId, documentId, categoryId, sealed } of rows) {
        const keys = await platform.vault.keysOf(safeId, 'background', tx);
        // One that cannot be opened has no words: it would keep the others from theirs.
        const secrets = openIfWhole(platform, keys, { safeId, documentId, sealed });
        await tx
          .updateTable('documents')
          .set({ title_tags: categoryId === null || !secrets ? [] : titleTags(keys, secrets.title) })
          .where('safe_id', '=', safeId)
          .where('document_id', '=', documentId)
          .execute();
        if (categoryId !== null && secrets && canHoldWords(secrets.mimeType))
          toRead.set(safeId, [...(toRead.get(safeId) ?? []), documentId]);
      }
      // Last, since the safes' turns are held until the end, and in one order.
      for (const [safeId, documentIds] of [...toRead].toSorted(([one], [other]) => (one < other ? -1 : 1)))
        await queueReadings(tx, platform, { safeId, documentIds });
      return rows.length;
    });
    if (indexed < atATime) return;
  }
}
