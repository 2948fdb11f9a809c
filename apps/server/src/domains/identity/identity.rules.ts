import { dayMs, hourMs } from './guards.rules.ts';

/** An e-mail as it is compared. */
export const normaliseEmail = (email: string): string => email.normalize('NFC').trim().toLowerCase();

/** Wrong passwords in a row that lock an account. */
const wrongPasswordsAllowed = 10;

/** How long a session lasts without a refresh, and at most. */
export const sessionIdleMs = 12 * hourMs;
export const sessionLongestMs = 30 * dayMs;

export const sessionEnd = (createdAt: Date, refreshedAt: Date): Date =>
  new Date(Math.min(refreshedAt.getTime() + sessionIdleMs, createdAt.getTime() + sessionLongestMs));

/** Judges what a right password opens. */
export function judgeSignIn(account: { wrongPasswords: number; verified: boolean; forbidden: boolean }) {
  if (account.wrongPasswords >= wrongPasswordsAllowed) return 'locked';
  return account.verified && !account.forbidden ? 'open' : 'mustChangeEmail';
}

/** A date of birth is not to come. */
export const isPast = (calendarDate: string, now: Date): boolean => calendarDate <= now.toISOString().slice(0, 10);
