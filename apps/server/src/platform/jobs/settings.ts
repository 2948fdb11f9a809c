import type { QueueOptions } from 'pg-boss';
import type { Job } from './jobs.ts';

export const jobsSchema = 'pgboss';
/** The queue of copies of jobs that failed for good, to be logged for the operator. */
export const deadJobs = 'dead-jobs';

const day = 86_400;

/** A worker that was killed stops giving signs of life, and its jobs start again that much later. */
const heartbeatSeconds = 15;
/** How often those signs are looked at. */
export const supervisionSeconds = 5;

export const queueOptions = (work: Job<never>): QueueOptions => ({
  retryLimit: work.retries ?? 10,
  retryDelay: work.retryDelaySeconds ?? 2,
  retryBackoff: true,
  retryDelayMax: work.longestRetryDelaySeconds ?? 900,
  expireInSeconds: work.timeoutSeconds ?? 300,
  heartbeatSeconds,
  // A waiting job is never thrown away because it waited: the process may have been stopped for months.
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 3_600,
});

export const deadQueueOptions: QueueOptions = {
  retryLimit: 1_000,
  retryDelay: 60,
  retentionSeconds: 365 * day,
  deleteAfterSeconds: 30 * day,
};

export const jobPolicy = (work: Job<never>): 'exclusive' | 'standard' => (work.exclusiveBy ? 'exclusive' : 'standard');
