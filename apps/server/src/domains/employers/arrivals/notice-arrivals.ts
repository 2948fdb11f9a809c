import { actOnDue } from '../../../platform/jobs/act-on-due.ts';
import { queueMail } from '../../../platform/mail/outbox.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Tx } from '../../../platform/postgres/db.ts';
import { findOwner } from '../../identity/identity.ts';
import { arrivalMails } from './arrivals.messages.ts';
import { keepNotice, listArrivals, type Arrival, type NoticeTimes } from './arrivals.store.ts';

const hourMs = 3_600_000;
/** The job looks back so far, for the time when no worker ran. */
const caughtUpMs = 48 * hourMs;
const atATime = 200;

/**
 * Mails the owners of safes in which an employer has deposited documents that are not read yet, each once an hour at
 * most. The deposit itself knows nothing of it. Returns how many owners were mailed.
 */
export function noticeArrivals(platform: Platform, signal?: AbortSignal): Promise<number> {
  const now = platform.clock.now();
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  const times = { now, since: ago(caughtUpMs), noticedBefore: ago(hourMs) };
  const work = {
    select: () => listArrivals(platform.db, times, atATime),
    idsOf: ({ safeId }: Arrival) => ({ safeId }),
    act: (arrival: Arrival) => platform.db.transaction().execute((tx) => notice(tx, platform, { arrival, times })),
    failure: 'an owner could not be mailed about new documents',
  };
  return actOnDue(platform, work, signal);
}

type Noticing = { arrival: Arrival; times: NoticeTimes };

/** A safe whose owner is gone is noted too: it is not looked at again. */
async function notice(tx: Tx, platform: Platform, { arrival, times }: Noticing): Promise<boolean> {
  if (!(await keepNotice(tx, arrival, times))) return false;
  const owner = await findOwner(tx, platform, arrival.safeId);
  if (!owner) return false;
  const unreadUrl = new URL('/documents?unread=true', platform.settings.publicUrl).href;
  await queueMail(tx, platform, { to: owner.email, ...arrivalMails[owner.locale](arrival.count === 1, unreadUrl) });
  return true;
}
