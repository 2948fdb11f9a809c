import type { Owner } from '../../../platform/http/actors.ts';
import { job } from '../../../platform/jobs/jobs.ts';
import { appendJournal } from '../../../platform/journal/journal.ts';
import type { Platform } from '../../../platform/platform.ts';
import { canHoldWords } from '../../../platform/reading/reading.ts';
import * as store from './content-reading.store.ts';
import { queueReadings } from './reading-turns/reading-turns.ts';
import { openIfWhole } from '../record/sealed-document.ts';

type ContentReading = { accepted: boolean; since: string | null };

/** `since` is when the owner agreed, or received another safe: one that runs still may have passed by what came then. */
export const readSafeJob = job<{ safeId: string; since: string }>('documents.read-safe', {
  exclusiveBy: ({ safeId, since }) => `${safeId}/${since}`,
});

const present = (since: Date | undefined): ContentReading => ({
  accepted: since !== undefined,
  since: since?.toISOString() ?? null,
});

export async function getContentReading({ db }: Platform, { safeId }: Owner): Promise<ContentReading> {
  return present((await store.selectConsent(db, safeId))?.since);
}

/** Agrees that contents are read for their words, from now on; or takes it back, and all that was learnt is forgotten. */
export async function changeContentReading(
  platform: Platform,
  owner: Owner,
  { accepted }: { accepted: boolean },
): Promise<ContentReading> {
  const { safeId, address } = owner;
  return platform.db.transaction().execute(async (tx) => {
    const now = platform.clock.now();
    const isChange = accepted ? await store.insertConsent(tx, safeId, now) : await store.deleteConsent(tx, safeId);
    if (isChange) {
      if (accepted) await platform.jobs.enqueue(tx, readSafeJob, { safeId, since: now.toISOString() });
      else await store.deleteLearnt(tx, safeId);
      await appendJournal(tx, platform, {
        ...{ safeId, actor: { kind: 'owner' }, details: { address } },
        action: accepted ? 'content-reading.accepted' : 'content-reading.withdrawn',
      });
    }
    return present((await store.selectConsent(tx, safeId))?.since);
  });
}

const atATime = 200;

/** Has the documents of a safe read that its owner had before agreeing; nothing where the safe is gone. */
export async function readSafe(platform: Platform, safeId: string, signal?: AbortSignal): Promise<void> {
  if (!(await platform.vault.has(safeId))) return;
  const keys = await platform.vault.keysOf(safeId, 'background');
  for (let after: string | null = null; ;) {
    signal?.throwIfAborted();
    const rows = await store.selectUnread(platform.db, safeId, { after, limit: atATime });
    await platform.relaxedDb.transaction().execute(async (tx) => {
      const worded = rows.filter(({ documentId, sealed }) => {
        const mimeType = openIfWhole(platform, keys, { safeId, documentId, sealed })?.mimeType;
        return mimeType !== undefined && canHoldWords(mimeType);
      });
      const documentIds = worded.map(({ documentId }) => documentId);
      await queueReadings(tx, platform, { safeId, documentIds });
    });
    after = rows.at(-1)?.documentId ?? null;
    if (rows.length < atATime) return;
  }
}
