import type { Clock } from './clock.ts';
import type { Platform } from './platform.ts';

/**
 * A check signs in at the mail server and shows the SMS gateway its token, for whoever asks. A balancer asks every few
 * seconds, and learns of an outage about as soon as without.
 */
const keptMs = 5_000;

type Parts = Pick<Platform, 'db' | 'objects' | 'antivirus' | 'jobs' | 'mail' | 'sms' | 'clock'>;

/** Returns a check that rejects when a part does not answer. The database, where jobs are too, is asked each time. */
export function checkerOf({ db, jobs, clock, ...others }: Parts): () => Promise<void> {
  const { objects, antivirus, mail, sms } = others;
  const checks = [
    shared(async () => void (await db.selectFrom('system_secrets').select('kid').limit(1).execute()), clock, 0),
    shared(() => jobs.check(), clock, 0),
    ...[objects, antivirus, mail, sms].map((part) => shared(() => part.check(), clock, keptMs)),
  ];
  return async () => void (await Promise.all(checks.map((check) => check())));
}

/** One check under way for all callers; its result, a failure too, is theirs for `forMs` after its end. */
function shared(check: () => Promise<void>, clock: Clock, forMs: number): () => Promise<void> {
  let latest: { result: Promise<void>; endedAtMs: number | null } | undefined;
  // The clock may be set back.
  const isFresh = (endedAtMs: number | null) =>
    endedAtMs === null || Math.abs(clock.now().getTime() - endedAtMs) < forMs;
  return () => {
    if (latest && isFresh(latest.endedAtMs)) return latest.result;
    const begun: typeof latest = { result: check(), endedAtMs: null };
    const end = () => void (begun.endedAtMs = clock.now().getTime());
    begun.result.then(end, end);
    latest = begun;
    return begun.result;
  };
}
