import { parisDay } from '../../../platform/time/calendar.ts';
import { dayMs, hourMs } from '../attempts/guards.rules.ts';

/** An e-mail as it is compared. */
export const normaliseEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

/** Wrong passwords in a row that close the way by password. */
const wrongPasswordsAllowed = 10;

export const isPasswordWayClosed = (wrongPasswords: number): boolean => wrongPasswords >= wrongPasswordsAllowed;

/** Whether the owner is to be mailed that the way is closed: once a day. */
export const isLockNoticeDue = (toldAt: Date | null, now: Date): boolean =>
  toldAt === null || toldAt.getTime() <= now.getTime() - dayMs;

/** How long a session lasts without a refresh, and at most. */
export const sessionIdleMs = 12 * hourMs;
export const sessionLongestMs = 30 * dayMs;

export const sessionEnd = (createdAt: Date, refreshedAt: Date): Date =>
  new Date(Math.min(refreshedAt.getTime() + sessionIdleMs, createdAt.getTime() + sessionLongestMs));

/** Judges what an owner may open whose first factor is right. */
export const judgeSignIn = (account: { verified: boolean; forbidden: boolean }): 'open' | 'mustChangeEmail' =>
  account.verified && !account.forbidden ? 'open' : 'mustChangeEmail';

/** A date of birth is not to come. */
export const isPast = (calendarDate: string, now: Date): boolean => calendarDate <= parisDay(now);
