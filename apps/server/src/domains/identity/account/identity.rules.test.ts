import { expect, it } from 'vitest';
import {
  isLockNoticeDue,
  isPasswordWayClosed,
  isPast,
  judgeSignIn,
  normaliseEmail,
  sessionEnd,
} from './identity.rules.ts';

const at = (text: string) => new Date(`2026-${text}Z`);

it('compares e-mails without regard to case and to how accents are written', () => {
  expect(normaliseEmail(' Zoe\u0301@Exemple.FR ')).toBe('zo\u00e9@exemple.fr');
});

it('ends a session 12 hours after its last refresh, and 30 days after sign-in at the latest', () => {
  const createdAt = at('01-01T08:00:00');
  expect(sessionEnd(createdAt, createdAt)).toEqual(at('01-01T20:00:00'));
  expect(sessionEnd(createdAt, at('01-20T08:00:00'))).toEqual(at('01-20T20:00:00'));
  expect(sessionEnd(createdAt, at('01-30T23:00:00'))).toEqual(at('01-31T08:00:00'));
});

it.each([
  { verified: true, forbidden: false, opens: 'open' },
  { verified: false, forbidden: false, opens: 'mustChangeEmail' },
  { verified: true, forbidden: true, opens: 'mustChangeEmail' },
])('a right first factor, verified: $verified, forbidden: $forbidden: $opens', (given) => {
  expect(judgeSignIn(given)).toBe(given.opens);
});

it('closes the way by password at the tenth wrong one', () => {
  expect([0, 9, 10, 11].map(isPasswordWayClosed)).toEqual([false, false, true, true]);
});

it('tells the owner that the way is closed once a day', () => {
  const toldAt = at('06-01T12:00:00');
  expect(isLockNoticeDue(null, toldAt)).toBe(true);
  expect(isLockNoticeDue(toldAt, at('06-02T11:59:59'))).toBe(false);
  expect(isLockNoticeDue(toldAt, at('06-02T12:00:00'))).toBe(true);
});

it('takes today for past, and tomorrow not', () => {
  const now = at('06-01T12:00:00');
  expect(isPast('2026-06-01', now)).toBe(true);
  expect(isPast('2026-06-02', now)).toBe(false);
  // It is already the next day in France.
  expect(isPast('2026-06-02', at('06-01T22:30:00'))).toBe(true);
});
