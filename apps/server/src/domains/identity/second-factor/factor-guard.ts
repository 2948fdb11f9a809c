import type { Guard } from '../attempts/guards.ts';

/** Owners give a second factor at a sign-in, for a merge, or while they are signed in, about their own. */
type Place = 'sign-in' | 'merge' | 'own';

const purposes: Record<Place, string> = {
  'sign-in': 'second-factor',
  merge: 'merge-second-factor',
  own: 'own-second-factor',
};

/**
 * Wrong codes and wrong passkeys of an owner, whatever their method. Each place has a count of its own: neither a thief
 * with a session nor one with a merge keeps the owner from signing in.
 */
export const factorGuard = (safeId: string, place: Place): Guard => ({
  ...{ purpose: purposes[place], owner: safeId },
  limits: { perHour: 5, perDay: 10 },
  closed: 'SecondFactorRateLimitExceeded',
});
