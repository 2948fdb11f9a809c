import { alertCauses, type AlertCause, type AlertCode, type CollectorStatus } from '@perenne/contract/collectors';
import { parisInstant, parisDay, addDays } from '../../platform/time/calendar.ts';
import type { StopCode } from '../../platform/collecting/collecting.ts';

/**
 * Why a run ended before its end. `PART_AWAY`: a part of this installation did not answer or was full, such as the
 * antivirus.
 */
export type EndingCode = StopCode | 'INTERRUPTED' | 'NO_ROOM' | 'PART_AWAY' | 'FAULT';

/** How a run ended: by itself where there is no code. */
export type RunEnding = { code: EndingCode | null; newDocuments: number };

/** Runs in a row that ended before their end. */
export type Troubles = { failures: number; faults: number };

export type AfterRun = Troubles & {
  status: Exclude<CollectorStatus, 'SYNCHRONIZING'>;
  alert: AlertCode | null;
  cause: AlertCause | null;
  retryAt: Date | null;
  nextAt: Date | null;
  /** The result that its run shows. */
  result: string;
  /** Whether it did what it was for, though a limit may have left some for the next run. */
  isSynchronised: boolean;
};

/**
 * One safe has so many visits at once, of the twelve of a process: its collectors share them, and an owner of thirty,
 * at servers that never end, leaves ten to others. Two, so that one that waits for a code does not hold up the rest.
 */
export const visitsOfOneSafe = 2;

/**
 * Visits that the owner of a safe may begin in an hour, in whatever way: each is an attempt to sign in somewhere, and
 * may have a code sent to somebody. Thirty collectors that are connected, mended and tried again take fewer.
 */
export const startsAnHour = 200;

export const faultsAtMost = 5;
export const wrongCodesAtMost = 5;

const minuteMs = 60_000;
const firstRetryMs = 15 * minuteMs;
const dayMs = 1_440 * minuteMs;

type Moment = {
  now: Date;
  collectorId: string;
  /** From 0 to 1: not all that failed together come back together. */
  random: number;
  /** Whether the owner named the host, and can name another. */
  hostTyped: boolean;
};

const blocking: Partial<Record<StopCode, AlertCode>> = {
  CREDENTIALS_INVALID: 'CREDENTIALS_INVALID',
  PASSWORD_EXPIRED: 'PASSWORD_EXPIRED',
  ACCOUNT_BLOCKED: 'ACCOUNT_BLOCKED',
  CODE_EXPIRED: 'MFA_EXPIRED',
  CODE_NOT_GIVEN: 'MFA_EXPIRED',
  CODE_REFUSED: 'SYNCHRONISATION_FAILED',
  HOST_REFUSED: 'SYNCHRONISATION_FAILED',
  HOST_KEY_CHANGED: 'SYNCHRONISATION_FAILED',
  // The owner named it: what is given to sign in is to be changed.
  FOLDER_NOT_FOUND: 'CREDENTIALS_INVALID',
};

function causeOf(code: EndingCode, { hostTyped }: Pick<Moment, 'hostTyped'>): AlertCause | null {
  // The owner cannot mend a partner that leads elsewhere.
  if (code === 'HOST_REFUSED' && !hostTyped) return null;
  return alertCauses.find((cause) => cause === code) ?? null;
}

/** Limits at which a run that has brought something goes on later, and is no failure. */
const pausing: ReadonlySet<string> = new Set<StopCode>(['ENOUGH', 'TIME', 'VOLUME']);

/** Neither the collector nor its account can help these: however long they last, they block nothing. */
const blameless: ReadonlySet<EndingCode> = new Set(['PARTNER_UNAVAILABLE', 'NO_ROOM', 'PART_AWAY']);

/** The state of a collector once its run has ended: the transitions out of SYNCHRONIZING, but for its owner's. */
export function afterRun(before: Troubles, ending: RunEnding, moment: Moment): AfterRun {
  const { newDocuments, code } = ending;
  if (code === null) return settled(newDocuments, nextDue(moment));
  if (pausing.has(code) && newDocuments > 0)
    return settled(newDocuments, new Date(moment.now.getTime() + firstRetryMs));
  const alert = code in blocking ? blocking[code as StopCode] : undefined;
  if (alert) return { ...blocked(alert), cause: causeOf(code, moment) };
  // New documents show that the collector works: faults are in a row if nothing came between them.
  const counts = newDocuments > 0 ? { failures: 0, faults: 0 } : before;
  const faults = code === 'PARTNER_UNAVAILABLE' ? 0 : counts.faults + (blameless.has(code) ? 0 : 1);
  if (faults >= faultsAtMost) return blocked('SYNCHRONISATION_FAILED');
  const retryAt = retryTime(counts.failures, moment);
  return {
    ...{ status: 'ENABLED', faults, failures: counts.failures + 1, retryAt, nextAt: retryAt },
    ...withAlert(code === 'PARTNER_UNAVAILABLE' ? 'AGENT_UNAVAILABLE' : 'TECHNICAL_ERROR'),
  };
}

const withAlert = (alert: AlertCode) => ({ alert, cause: null, result: alert, isSynchronised: false });

const settled = (newDocuments: number, nextAt: Date): AfterRun => ({
  ...{ status: 'ENABLED', failures: 0, faults: 0, retryAt: null, nextAt },
  ...(newDocuments > 0 ? { alert: null, cause: null, result: 'NEW_DOCUMENTS' } : withAlert('NO_NEW_DOCUMENT')),
  isSynchronised: true,
});

const blocked = (alert: AlertCode): AfterRun => ({
  ...{ status: 'BLOCKED', failures: 0, faults: 0, retryAt: null, nextAt: null },
  ...withAlert(alert),
});

/** 15 minutes × 2ⁿ, a tenth more or less, and at most a day. */
function retryTime(failures: number, { now, random }: Moment): Date {
  const jittered = firstRetryMs * 2 ** Math.min(failures, 10) * (0.9 + 0.2 * random);
  return new Date(now.getTime() + Math.min(dayMs, jittered));
}

const firstHour = 2;
const minutesOfNight = 240;

/** Between 2 and 6 in Paris, at a minute of its own: the next one, at least an hour away from now. */
export function nextDue({ now, collectorId }: Pick<Moment, 'now' | 'collectorId'>): Date {
  const minutes = firstHour * 60 + minuteOfNight(collectorId);
  const soonest = new Date(now.getTime() + 60 * minuteMs);
  const today = parisInstant(parisDay(soonest), minutes);
  return today >= soonest ? today : parisInstant(addDays(parisDay(soonest), 1), minutes);
}

/** The random bits of its identifier spread collectors evenly. */
const minuteOfNight = (collectorId: string): number => Number.parseInt(collectorId.slice(-8), 16) % minutesOfNight;

export const codeLifeMs = 10 * minuteMs;
export const resendPauseMs = 15_000;
export const resendsAnHour = 3;
export const byHandPauseMs = minuteMs;

/** The actions that its owner may take on a collector in this state. */
export const rightsOver = (row: { status: CollectorStatus; alert: AlertCode | null; isCodeAwaited: boolean }) => ({
  modify: row.status !== 'SYNCHRONIZING',
  activate: row.status === 'DISABLED' || row.status === 'BLOCKED',
  deactivate: row.status !== 'DISABLED',
  synchronise: row.status === 'ENABLED' || row.status === 'BLOCKED',
  delete: true,
  giveCode: row.isCodeAwaited,
  resendCode: row.isCodeAwaited || (row.status === 'BLOCKED' && row.alert === 'MFA_EXPIRED'),
});

/** The same where its row is damaged: what it had to know for a visit is lost. */
export const rightsOverDamaged: ReturnType<typeof rightsOver> = {
  ...{ modify: false, activate: false, deactivate: false, synchronise: false },
  ...{ delete: true, giveCode: false, resendCode: false },
};
