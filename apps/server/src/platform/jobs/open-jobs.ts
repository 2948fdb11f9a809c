import { fromKysely, PgBoss } from 'pg-boss';
import type { Log } from '../log.ts';
import { makeNamingClient } from '../postgres/naming-client.ts';
import type { JobHandler, Jobs } from './jobs.ts';
import { jobsSchema, supervisionSeconds } from './settings.ts';
import { logDeadJobs, workOn, type Working } from './work.ts';

type Options = {
  url: string;
  role?: string;
  log: Log;
  /** Whether this process begins the jobs that have a cron. */
  schedule?: boolean;
};

const longestStopMs = 8_000;
const soonMs = 500;

/** Jobs kept in the database, beside what they are about. `prepareJobs` must have run. Connects when first used. */
export function openJobs({ schedule = true, ...options }: Options): Jobs {
  const sender = openOnce(() => openBoss(options, { max: 2, supervise: false, schedule: false }));
  // Enqueueing waited for the disk with its transaction. Taking and ending a job do not wait: a job of which a power
  // cut takes that back runs again.
  const stopping = new AbortController();
  const worker = openOnce(() => openBoss(options, { ...workerSettings, schedule }, '-c synchronous_commit=off'));
  const startingSoon = new Map<string, NodeJS.Timeout>();
  const startNow = async (name: string) => {
    startingSoon.delete(name);
    try {
      const boss = await sender.get();
      await boss.send(name, {});
    } catch (error) {
      options.log.warn({ err: error, job: name }, 'a job could not be started and waits for its hour');
    }
  };
  return {
    enqueue: async (tx, work, data) => {
      const boss = await sender.get();
      const key = work.exclusiveBy?.(data);
      const party = work.partyOf?.(data);
      await boss.send(work.name, data, {
        db: fromKysely(tx),
        ...(key !== undefined && { singletonKey: key }),
        ...(party !== undefined && { group: { id: party } }),
        ...(work.afterSeconds !== undefined && { startAfter: work.afterSeconds }),
      });
    },
    startSoon: ({ name }) => {
      if (startingSoon.has(name) || stopping.signal.aborted) return;
      startingSoon.set(
        name,
        setTimeout(() => void startNow(name), soonMs),
      );
    },
    start: async (handlers) => startWorkers(await worker.get(), handlers, { ...options, stopping: stopping.signal }),
    stop: async () => {
      stopping.abort();
      for (const timer of startingSoon.values()) clearTimeout(timer);
      await worker.close();
      await sender.close();
    },
    check: async () => {
      const boss = await sender.get();
      await boss.schemaVersion();
    },
  };
}

const workerSettings = {
  max: 5,
  supervise: true,
  superviseIntervalSeconds: supervisionSeconds,
  monitorIntervalSeconds: supervisionSeconds,
  maintenanceIntervalSeconds: 600,
  cronMonitorIntervalSeconds: 10,
  cronWorkerIntervalSeconds: 2,
  useListenNotify: true,
};

async function openBoss(
  { url, role, log }: Omit<Options, 'schedule'>,
  settings: Partial<typeof workerSettings> & { schedule: boolean },
  session = '',
): Promise<PgBoss> {
  // pg-boss passes its settings on to the pool of pg, which knows this one; its types do not.
  const ofPool = { Client: makeNamingClient() };
  const boss = new PgBoss({
    ...ofPool,
    connectionString: url,
    application_name: 'perenne-jobs',
    options: [session, role ? `-c role=${role}` : '', '-c timezone=UTC'].filter(Boolean).join(' '),
    connectionTimeoutMillis: 5_000,
    schema: jobsSchema,
    // Both need the owner of the schema.
    migrate: false,
    reindex: false,
    ...settings,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue met an error'));
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'the job queue has a warning'));
  try {
    return await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

async function startWorkers(boss: PgBoss, handlers: ReadonlyArray<JobHandler>, working: Working): Promise<void> {
  for (const handler of handlers) await workOn(boss, handler, working);
  await logDeadJobs(boss, working.log);
}

type Once = { get(): Promise<PgBoss>; close(): Promise<void> };

/** Opened at the first need, again after a failure, never after the end. */
function openOnce(open: () => Promise<PgBoss>): Once {
  let opening: Promise<PgBoss> | undefined;
  let isClosed = false;
  const openNow = async () => {
    try {
      return await open();
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
  return {
    get: async () => {
      if (isClosed) throw new Error('the jobs are stopped');
      return (opening ??= openNow());
    },
    close: async () => {
      isClosed = true;
      if (!opening) return;
      const [outcome] = await Promise.allSettled([opening]);
      if (outcome.status === 'fulfilled') await outcome.value.stop({ graceful: true, timeout: longestStopMs });
    },
  };
}
