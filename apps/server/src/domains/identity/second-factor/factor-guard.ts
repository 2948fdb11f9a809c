import type { Guard } from '../guards.ts';

/**
 * Wrong codes and wrong passkeys of an owner, whatever their method. Those that were given for a merge close merges
 * alone: they do not keep the owner from signing in.
 */
export const factorGuard = (safeId: string, isMerge = false): Guard => ({
  ...{ purpose: isMerge ? 'merge-second-factor' : 'second-factor', owner: safeId },
  limits: { perHour: 5, perDay: 10 },
  closed: 'SecondFactorRateLimitExceeded',
});
