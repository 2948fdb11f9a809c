import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import type { JobHandler } from './jobs.ts';
import { deadJobs } from './settings.ts';

type Batch = JobWithMetadata[];

export type Working = { log: Log; stopping: AbortSignal };

const polling = {
  // When the database's notices do not reach us.
  pollingIntervalSeconds: 1,
  // Retries come without a notice.
  notifyPollingIntervalSeconds: 2,
  includeMetadata: true,
  perJobResults: true,
} as const;

/** Starts the workers of one kind of job. */
export async function workOn(boss: PgBoss, handler: JobHandler, working: Working): Promise<void> {
  const parallel = handler.job.parallel ?? 10;
  if (handler.job.isLong) return workOnLong(boss, handler, working);
  const workers = parallel > 1 ? 2 : 1;
  await boss.work(
    handler.job.name,
    {
      ...polling,
      ...turnsOf(handler),
      localConcurrency: workers,
      // A batch of one would let a backlog drain at the pace of the polling.
      batchSize: Math.max(2, Math.ceil(parallel / workers)),
      burstWhenBatchFull: true,
    },
    (batch: Batch) =>
      parallel > 1 ? Promise.all(batch.map((one) => run(handler, one, working))) : runInTurn(handler, batch, working),
  );
}

/** The database counts the jobs that run of each party. */
const turnsOf = ({ job: { parallelOfOne } }: JobHandler) =>
  parallelOfOne === undefined ? {} : { groupConcurrency: parallelOfOne };

/** A worker for each place: none waits for others, and each takes its next job when one has ended. */
async function workOnLong(boss: PgBoss, handler: JobHandler, working: Working): Promise<void> {
  for (let place = 0; place < (handler.job.parallel ?? 10); place++) {
    const worker = await boss.work(
      handler.job.name,
      { ...polling, ...turnsOf(handler), batchSize: 1 },
      async (batch: Batch) => {
        const results = await runInTurn(handler, batch, working);
        // By itself it would rest until its next look: the backlog that it goes by was counted up to a minute ago.
        boss.notifyWorker(worker);
        return results;
      },
    );
  }
}

async function runInTurn(handler: JobHandler, batch: Batch, working: Working): Promise<JobResult[]> {
  const results: JobResult[] = [];
  for (const one of batch) results.push(await run(handler, one, working));
  return results;
}

async function run(handler: JobHandler, one: JobWithMetadata, { log, stopping }: Working): Promise<JobResult> {
  const { id, signal, retryCount, retryLimit } = one;
  try {
    await handler.handle(one.data, { id, signal, stopping, retry: retryCount });
    return { id, status: 'completed' };
  } catch (error) {
    log.warn({ job: one.name, jobId: id, retry: retryCount, retries: retryLimit, err: error }, 'a job failed');
    return { id, status: 'failed', output: describeFailure(error) };
  }
}

/** Kept in the database, so without the message, which may repeat what was being worked on. */
function describeFailure(error: unknown): { type: string; code?: string } {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { type: error.name, ...(code !== undefined && { code }) };
}

/** A failure or a lost worker may make a job fail for good: either way its copy comes by here, once. */
export async function logDeadJobs(boss: PgBoss, log: Log): Promise<void> {
  await boss.work(deadJobs, { ...polling, batchSize: 20, burstWhenBatchFull: true }, async (batch: Batch) =>
    batch.map((dead) => logDeadJob(dead, log)),
  );
}

function logDeadJob(dead: JobWithMetadata, log: Log): JobResult {
  const { sourceName, sourceId, sourceRetryCount, sourceOutput } = dead;
  log.error(
    { job: sourceName, jobId: sourceId, retries: sourceRetryCount, cause: sourceOutput },
    'a job failed for good and needs the operator',
  );
  return { id: dead.id, status: 'completed' };
}
