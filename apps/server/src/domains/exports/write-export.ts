import { createHash, type Hash } from 'node:crypto';
import { countBytes } from '../../platform/bytes/count-bytes.ts';
import { job, type JobRun } from '../../platform/jobs/jobs.ts';
import { appendJournal } from '../../platform/journal/journal.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Tx } from '../../platform/postgres/db.ts';
import { beginContent } from '../../platform/sealing/content.ts';
import type { SafeKeys } from '../../platform/sealing/safe-keys.ts';
import {
  announceUpload,
  dropUpload,
  endIntent,
  removeObjectsLater,
  requireWritten,
  type AnnouncedIntent,
} from '../documents/documents.ts';
import { Archive, type ArchiveFacts } from './archive/archive.ts';
import { availableUntil, stampedUntil } from './exports.rules.ts';
import * as store from './exports.store.ts';
import { ExportEnded, judgeFailure, NeverWritten, type ExportFailure } from './failures.rules.ts';
import { mailFailed, mailReady } from './mail-owner.ts';
import { Progress } from './progress.ts';
import { sealExport } from './sealed-export.ts';

/** An archive may take hours; its intent outlives them. */
export const writeExportJob = job<store.ExportKey>('exports.write', {
  exclusiveBy: ({ exportId }) => exportId,
  retries: 5,
  retryDelaySeconds: 5,
  longestRetryDelaySeconds: 60,
  timeoutSeconds: 5 * 3_600,
  parallel: 2,
});

/** Kills count too: what ends the process each time is not tried for ever. */
const mostAttempts = 12;

/**
 * Writes the archive of an export. After a kill it begins again, as another object: the one before is removed, and no
 * two ever become ready. Each object is announced, so that none stays without a row.
 */
export async function writeExport(
  platform: Platform,
  key: store.ExportKey,
  run: Pick<JobRun, 'retry' | 'signal'>,
): Promise<void> {
  const intent = announceUpload(platform, key.safeId);
  await requireWritten(intent);
  const attempt = new Attempt(platform, key, intent);
  try {
    if (!(await attempt.begin())) return await dropUpload(platform, intent);
    await attempt.write(run.signal);
  } catch (error) {
    await dropUpload(platform, intent, error);
    if (error instanceof ExportEnded) return;
    const { failure, isFinal } = judgeFailure(error, attempt);
    const isOver = isFinal || run.retry >= (writeExportJob.retries ?? 0);
    if (!isOver || run.signal.aborted) throw error;
    platform.log.error({ err: error, ...key, failure }, 'an export failed');
    await platform.db.transaction().execute((tx) => fail(tx, platform, { ...key, failure }));
  }
}

class Attempt {
  readonly #platform: Platform;
  readonly #key: store.ExportKey;
  readonly #intent: AnnouncedIntent;
  #requestedAt = new Date(0);
  /** Whether what failed is what was to be written, and not the writing. */
  isReading = false;

  constructor(platform: Platform, key: store.ExportKey, intent: AnnouncedIntent) {
    this.#platform = platform;
    this.#key = key;
    this.#intent = intent;
  }

  /** Takes the export over. False where it has ended. @throws {NeverWritten} after too many attempts */
  async begin(): Promise<boolean> {
    return this.#platform.db.transaction().execute(async (tx) => {
      const row = await store.lockExport(tx, this.#key);
      if (row?.state !== 'IN_PROGRESS') return false;
      if (row.attempts >= mostAttempts) throw new NeverWritten('no attempt came to its end');
      if (row.objectId) await removeObjectsLater(tx, this.#platform, [row.objectId]);
      await store.beginAttempt(tx, this.#key, this.#intent.objectId);
      this.#requestedAt = row.requestedAt;
      return true;
    });
  }

  async write(signal: AbortSignal): Promise<void> {
    const { safeId, exportId } = this.#key;
    const { objectId } = this.#intent;
    const keys = await this.#platform.vault.keysOf(safeId, 'background');
    const { seal, headerFor } = beginContent(exportId);
    const order = { safeId, exportId, keys, stampedUntil: stampedUntil(this.#requestedAt) };
    const archive = new Archive(
      this.#platform,
      order,
      new Progress(this.#platform, { ...this.#key, objectId }, signal),
    );
    const digest = createHash('sha256');
    const counted = countBytes(digesting(this.#reading(archive.write()), digest));
    try {
      await this.#platform.objects.put(objectId, seal(counted.chunks));
    } finally {
      await archive.close();
    }
    const header = headerFor({ key: keys.contents, safeId });
    const written = {
      ...{ header, keys, facts: archive.facts() },
      ...{ sizeBytes: counted.sizeBytes(), sha256: digest.digest('hex') },
    };
    await this.#platform.db.transaction().execute((tx) => this.#finish(tx, written));
  }

  /** An error that passes here is not the store's. */
  async *#reading(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    try {
      yield* bytes;
    } catch (error) {
      this.isReading = true;
      throw error;
    }
  }

  async #finish(tx: Tx, { header, keys, sizeBytes, sha256, facts }: Written): Promise<void> {
    const { safeId, exportId } = this.#key;
    const { damaged, documentCount, timestampedAt } = facts;
    const until = availableUntil(this.#platform.clock.now());
    const isReady = await store.setReady(
      tx,
      { ...this.#key, objectId: this.#intent.objectId },
      {
        ...{ header, sealed: sealExport(keys, exportId, { sha256, damaged }) },
        ...{ sizeBytes, documentCount, availableUntil: until, timestampedAt },
      },
    );
    if (!isReady) throw new ExportEnded();
    // The janitor takes what has been announced for too long.
    if (!(await endIntent(tx, this.#intent))) throw new Error('the archive took longer than its intent');
    if (timestampedAt === null) await store.giveBack(tx, this.#key);
    await appendJournal(tx, this.#platform, {
      ...{ safeId, actor: { kind: 'system' }, action: 'export.ready', objectId: exportId, details: { sha256 } },
    });
    await mailReady(tx, this.#platform, { safeId, documentCount, damaged, availableUntil: until, timestampedAt });
  }
}

async function* digesting(bytes: AsyncIterable<Buffer>, digest: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    digest.update(chunk);
    yield chunk;
  }
}

type Written = { header: Buffer; keys: SafeKeys; sizeBytes: number; sha256: string; facts: ArchiveFacts };

/** The request counts no more. */
async function fail(
  tx: Tx,
  platform: Platform,
  { failure, ...key }: store.ExportKey & { failure: ExportFailure },
): Promise<void> {
  if (!(await store.setFailed(tx, key, failure))) return;
  await store.giveBack(tx, key);
  const { safeId, exportId } = key;
  await appendJournal(tx, platform, {
    ...{ safeId, actor: { kind: 'system' }, action: 'export.failed', objectId: exportId, result: 'refused' },
  });
  await mailFailed(tx, platform, { safeId, failure });
}
