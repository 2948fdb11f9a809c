import { setTimeout as sleep } from 'node:timers/promises';
import { TimestampUnavailable, type Imprint, type Stamp, type Timestamps } from './timestamps.ts';

/** Stamps for someone who waits: authorities may take longer than a person should. @throws {TimestampUnavailable} */
export async function stampWithin(timestamps: Timestamps, ms: number, imprint: Imprint): Promise<Stamp> {
  const ended = new AbortController();
  const tooLate = sleep(ms, null, { signal: ended.signal, ref: false }).then(() => {
    throw new TimestampUnavailable(`no timestamp within ${ms} ms`);
  });
  try {
    return await Promise.race([timestamps.stamp(imprint), tooLate]);
  } finally {
    ended.abort();
    // The timer that was ended rejects, which nobody waits for any more: the race is decided.
    tooLate.catch(() => {});
  }
}
