import type { Db, Tx } from '../postgres/db.ts';

export type JobOptions<T> = {
  /** Five fields, in French time: the job then also starts by itself, with `{}` as its data. */
  cron?: string;
  /** How many times a failed job starts again before it fails for good. Default: 10. */
  retries?: number;
  /** The delay before the first retry, which doubles each time up to the longest. Default: 2 seconds. */
  retryDelaySeconds?: number;
  /** Default: 15 minutes. */
  longestRetryDelaySeconds?: number;
  /** How long after it was enqueued it starts at the earliest. Default: 0. */
  afterSeconds?: number;
  /** A job that runs longer is taken for lost and starts again. Default: 5 minutes. */
  timeoutSeconds?: number;
  /** How many of them one process runs at the same time. Default: 10. */
  parallel?: number;
  /**
   * Jobs for which it answers the same are of one party, of which `parallelOfOne` run at the same time in all processes
   * together: the jobs of others pass those that wait. Jobs that begin at the same instant do not see each other and may
   * be more: where the number must hold, the handler counts again. It is kept in clear.
   */
  partyOf?: (data: T) => string;
  parallelOfOne?: number;
  /** Whether each takes a while of its own: none waits for others to end before the next one starts. */
  isLong?: boolean;
  /**
   * Jobs for which it answers the same are one: while one of them waits or runs, enqueuing another
   * changes nothing. It is kept in clear. Cannot be added or removed once the job exists.
   */
  exclusiveBy?: (data: T) => string;
};

/**
 * A kind of work for later. Its data is JSON, kept in clear: identifiers, or what its sender sealed. It runs at least
 * once after the commit of the transaction that enqueued it, so running twice must do no harm.
 */
export type Job<T> = JobOptions<T> & { readonly name: string };

/** The data of a job that needs none. */
export type NoData = Record<string, never>;

/** A job's name is kept for good: queued jobs bear it. */
export const job = <T extends object>(name: string, options: JobOptions<T> = {}): Job<T> => ({ name, ...options });

export type JobRun = {
  id: string;
  /** Aborted when the time is over, when the process stops, and when another process took the job over. */
  signal: AbortSignal;
  /** Aborted when the process begins to stop: a job that goes on in rounds ends with its present one. */
  stopping: AbortSignal;
  /** 0 the first time. */
  retry: number;
};

/** A method, so that handlers of every type of data go in one list: what is enqueued under a name has its type. */
export type JobHandler = {
  job: Job<never>;
  handle(data: object, run: JobRun): Promise<void>;
};

/** Pairs a job with what does it. Returning is success; throwing is failure, and the job starts again. */
export const handles = <T extends object>(
  work: Job<T>,
  handle: (data: T, run: JobRun) => Promise<void>,
): JobHandler => ({ job: work, handle });

export interface Jobs {
  /** Within the caller's transaction: no commit, no job. */
  enqueue<T extends object>(tx: Tx | Db, work: Job<T>, data: T): Promise<void>;
  /**
   * Starts a job half a second later, outside every transaction, and once for all who ask meanwhile. If this process ends
   * before, or the database does not answer then, the job waits for its cron: it must have one, and find its work itself.
   */
  startSoon(work: Job<never>): void;
  /** Starts working. Every job that comes back as failed for good is logged, without its data. */
  start(handlers: ReadonlyArray<JobHandler>): Promise<void>;
  /** Lets what runs finish, 8 seconds at most; what remains starts again elsewhere. */
  stop(): Promise<void>;
  /** Throws when jobs can be neither enqueued nor fetched. */
  check(): Promise<void>;
}
