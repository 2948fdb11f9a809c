import { expect, it } from 'vitest';
import { isPast, judgeSignIn, normaliseEmail, sessionEnd } from './identity.rules.ts';

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
  { wrongPasswords: 0, verified: true, forbidden: false, opens: 'open' },
  { wrongPasswords: 9, verified: true, forbidden: false, opens: 'open' },
  { wrongPasswords: 10, verified: true, forbidden: false, opens: 'locked' },
  { wrongPasswords: 10, verified: false, forbidden: true, opens: 'locked' },
  { wrongPasswords: 0, verified: false, forbidden: false, opens: 'mustChangeEmail' },
  { wrongPasswords: 0, verified: true, forbidden: true, opens: 'mustChangeEmail' },
])('a right password after $wrongPasswords wrong ones, verified: $verified, forbidden: $forbidden: $opens', (given) => {
  expect(judgeSignIn(given)).toBe(given.opens);
});

it('takes today for past, and tomorrow not', () => {
  const now = at('06-01T12:00:00');
  expect(isPast('2026-06-01', now)).toBe(true);
  expect(isPast('2026-06-02', now)).toBe(false);
});
