import type { Guard } from '../guards.ts';

/** Wrong codes and wrong passkeys of an owner, whatever they were given for. */
export const factorGuard = (safeId: string): Guard => ({
  ...{ purpose: 'second-factor', owner: safeId, limits: { perHour: 5, perDay: 10 } },
  closed: 'SecondFactorRateLimitExceeded',
});
