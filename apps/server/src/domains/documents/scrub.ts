import { createHash } from 'node:crypto';
import { job, type NoData } from '../../platform/jobs/jobs.ts';
import { ObjectMissing } from '../../platform/objects/objects.ts';
import type { Platform } from '../../platform/platform.ts';
import { openContent } from '../../platform/sealing/content.ts';
import { SealedContentBroken } from '../../platform/sealing/sealed-content-broken.ts';
import { openDocument } from './sealed-document.ts';

export const scrubJob = job<NoData>('documents.scrub', { cron: '* * * * *', parallel: 1, timeoutSeconds: 55 });

const atATime = 20;

/** Round the clock, slowly: the contents that were looked at longest ago are read and hashed again. */
export async function scrubObjects(platform: Platform, signal?: AbortSignal): Promise<void> {
  const rows = await longestUnseen(platform);
  for (const row of rows) {
    if (signal?.aborted) return;
    const state = await verify(platform, row);
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

type Row = Awaited<ReturnType<typeof longestUnseen>>[number];

/** Reads the object to its end and compares digest and size with what the deposit recorded. */
export async function verify(platform: Platform, row: Row): Promise<'whole' | 'missing' | 'damaged'> {
  const keys = await platform.vault.keysOf(row.safeId, 'background');
  const owner = { key: keys.contents, safeId: row.safeId, documentId: row.documentId };
  const sha256 = createHash('sha256');
  let sizeBytes = 0;
  try {
    const frames = await platform.objects.get(row.objectId);
    for await (const chunk of openContent(owner, row.header, { frames })) {
      sha256.update(chunk);
      sizeBytes += chunk.length;
    }
  } catch (error) {
    if (error instanceof ObjectMissing) return 'missing';
    if (error instanceof SealedContentBroken) return 'damaged';
    throw error;
  }
  const expected = openDocument(keys, row.documentId, row.sealed).sha256;
  return sizeBytes === row.sizeBytes && sha256.digest('hex') === expected ? 'whole' : 'damaged';
}
