import type { Clock } from './time/clock.ts';
import type { Platform } from './platform.ts';

/**
 * A check signs in at the mail server and shows the SMS gateway its token, for whoever asks. A balancer asks every few
 * seconds, and learns of an outage about as soon as without.
 */
const keptMs = 5_000;

/** A part that answers is quicker; one that hangs keeps its caller waiting no longer. */
const longestMs = 3_000;

type Parts = Pick<Platform, 'db' | 'objects' | 'antivirus' | 'jobs' | 'mail' | 'sms' | 'clock'>;

/**
 * Returns a check that rejects when a part fails or does not answer in time. The database, where jobs are too, is asked
 * each time.
 */
export function checkerOf(
  { db, jobs, clock, ...others }: Parts,
  { answersWithinMs = longestMs } = {},
): () => Promise<void> {
  const { objects, antivirus, mail, sms } = others;
  const readDatabase = async () => void (await db.selectFrom('system_secrets').select('kid').limit(1).execute());
  const shared = (name: string, check: () => Promise<void>, forMs: number) =>
    share(check, { name, forMs, answersWithinMs, clock });
  const checks = [
    shared('the database', readDatabase, 0),
    shared('the job queue', () => jobs.check(), 0),
    shared('the object store', () => objects.check(), keptMs),
    shared('the antivirus', () => antivirus.check(), keptMs),
    shared('the mail server', () => mail.check(), keptMs),
    shared('the SMS gateway', () => sms.check(), keptMs),
  ];
  return async () => void (await Promise.all(checks.map((check) => check())));
}

type Sharing = { name: string; forMs: number; answersWithinMs: number; clock: Clock };

type Check = { result: Promise<void>; inTime: Promise<void>; endedAtMs: number | null };

/**
 * One check under way for all callers, also while it hangs; its result, a failure too, is theirs for `forMs` after its
 * end.
 */
function share(check: () => Promise<void>, { name, forMs, answersWithinMs, clock }: Sharing): () => Promise<void> {
  let latest: Check | undefined;
  // The clock may be set back.
  const isFresh = (endedAtMs: number) => Math.abs(clock.now().getTime() - endedAtMs) < forMs;
  return () => {
    if (latest?.endedAtMs === null) return latest.inTime;
    if (latest && isFresh(latest.endedAtMs)) return latest.result;
    const result = check();
    const begun: Check = { result, inTime: within(answersWithinMs, result, name), endedAtMs: null };
    const end = () => void (begun.endedAtMs = clock.now().getTime());
    result.then(end, end);
    latest = begun;
    return begun.inTime;
  };
}

/** The same, or a rejection that names the part, once it has not answered for so long. */
async function within(ms: number, result: Promise<void>, name: string): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(() => late.reject(new Error(`${name} did not answer within ${ms} ms`)), ms);
  try {
    await Promise.race([result, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
