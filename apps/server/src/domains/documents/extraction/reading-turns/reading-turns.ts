import { job, type JobRun } from '../../../../platform/jobs/jobs.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Tx } from '../../../../platform/postgres/db.ts';
import { ReadingStopped, type ReaderSession } from '../../../../platform/reading/reading.ts';
import { readDocument } from '../read-document.ts';
import * as store from './reading-turns.store.ts';

/** Jobs of an earlier version of the application name one document. */
type Asked = { safeId: string; documentId: string } | Record<string, never>;

const timeoutSeconds = 240;

/** Sets the turns going: soon after documents have come, and each minute for what a process that was lost had held. */
export const readJob = job<Asked>('documents.read', { cron: '* * * * *', timeoutSeconds, retryDelaySeconds: 5 });

/** Has documents of a safe read, in the transaction that brings them. */
export async function queueReadings(
  tx: Tx,
  platform: Platform,
  { safeId, documentIds }: { safeId: string; documentIds: readonly string[] },
): Promise<void> {
  if (documentIds.length === 0) return;
  await store.insertWaiting(tx, { safeId, documentIds, now: platform.clock.now() });
  await platform.jobs.enqueue(tx, readJob, {});
}

/** A safe's turn is over after so many documents, or so long. */
const documentsOfATurn = 16;
const turnMs = 10_000;
/** A turn that was lost is given again after that. Its job ends before, so that no two processes read one document. */
const heldMs = (timeoutSeconds + 60) * 1000;
/** A job that goes through the turns hands them over after so long. */
const roundMs = 60_000;
const mostTries = 10;
/** Each document waits no longer than that for a pause between requests. */
const longestPauseMs = 500;

type Signalled = Pick<JobRun, 'signal' | 'stopping'>;

/**
 * Reads what waits, one process of the worker at a time. People who wait for an answer go first: a document is read in
 * a pause between the requests to this process. The safes have their turns one after the other, so that an owner who
 * adds hundreds of documents delays nobody by more than one.
 */
export class ReadingTurns {
  readonly #platform: Platform;
  /** Set while somebody goes through the turns; `again` where more may have come since the last look. */
  #round: { again: boolean } | null = null;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  /** Queues the document that a job names. Goes through the turns, unless another job of this process does. */
  async take(asked: Asked, run: Signalled): Promise<void> {
    if (asked.documentId !== undefined)
      await store.insertWaiting(this.#platform.relaxedDb, {
        ...{ safeId: asked.safeId, documentIds: [asked.documentId] },
        now: this.#platform.clock.now(),
      });
    if (this.#round) {
      this.#round.again = true;
      return;
    }
    this.#round = { again: true };
    try {
      await this.#goRound(this.#round, run);
    } finally {
      this.#round = null;
    }
  }

  async #goRound(round: { again: boolean }, run: Signalled): Promise<void> {
    const endsAt = performance.now() + roundMs;
    await store.insertMissingTurns(this.#platform.relaxedDb, this.#platform.clock.now());
    while (round.again && !run.signal.aborted) {
      round.again = false;
      for (let turn = await this.#next(); turn; turn = await this.#next()) {
        await serveTurn(this.#platform, turn, run);
        if (run.signal.aborted) return;
        if (performance.now() < endsAt && !run.stopping.aborted) continue;
        await this.#platform.jobs.enqueue(this.#platform.relaxedDb, readJob, {});
        return;
      }
    }
  }

  #next(): Promise<store.Turn | null> {
    const now = this.#platform.clock.now();
    return store.takeTurn(this.#platform.relaxedDb, { now, until: new Date(now.getTime() + heldMs) });
  }
}

/** One process reads the documents of a turn: they are of one safe. */
async function serveTurn(platform: Platform, turn: store.Turn, run: Signalled): Promise<void> {
  const session = platform.reader.openSession();
  const endsAt = performance.now() + turnMs;
  try {
    for (let count = 0; count < documentsOfATurn && performance.now() < endsAt; count++) {
      await platform.pauses.next(longestPauseMs);
      if (run.signal.aborted || run.stopping.aborted) break;
      const now = platform.clock.now();
      const until = new Date(now.getTime() + heldMs);
      const waiting = await store.takeWaiting(platform.relaxedDb, { safeId: turn.safeId, now, until });
      if (!waiting) break;
      await readWaiting(platform, { waiting, session }, run);
    }
  } finally {
    session.close();
    await store.endTurn(platform.relaxedDb, turn, platform.clock.now());
  }
}

type Reading = { waiting: store.WaitingReading; session: ReaderSession };

/** A failure puts one document off, and not those behind it. */
async function readWaiting(platform: Platform, { waiting, session }: Reading, { signal }: Signalled): Promise<void> {
  const { safeId, documentId, tries } = waiting;
  try {
    await readDocument(platform, { safeId, documentId }, { signal, retry: tries, reader: session });
    await store.removeWaiting(platform.relaxedDb, waiting);
  } catch (error) {
    platform.log.warn({ safeId, documentId, tries, err: error }, 'a document was not read');
    if (tries < mostTries)
      return void (await store.putOff(platform.relaxedDb, waiting, nextTryAt(platform, error, tries)));
    platform.log.error({ safeId, documentId }, 'a document was never read and needs the operator');
    await store.removeWaiting(platform.relaxedDb, waiting);
  }
}

/** At once where its own reading was stopped; later, and later each time, where a part of the server is at fault. */
function nextTryAt({ clock }: Platform, error: unknown, tries: number): Date | null {
  return error instanceof ReadingStopped ? null : new Date(clock.now().getTime() + 5_000 * 2 ** tries);
}
