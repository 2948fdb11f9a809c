import type { Platform } from '../../platform/platform.ts';
import { isForbiddenDomain } from '../employers/employers.ts';
import { isDisposableDomain, type ForbiddenAddress } from '../identity/identity.ts';

/** An employee who activates, or the owner of a safe. */
type Whose = { employerId: string } | { safeId: string };

/** A login is a personal address that lasts: neither of an employer nor lent for minutes. */
export async function isForbiddenAddress(
  platform: Pick<Platform, 'db' | 'secrets'>,
  email: string,
  whose: Whose,
): Promise<boolean> {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return isDisposableDomain(domain) || isForbiddenDomain(platform.db, platform, { domain, ...whose });
}

/** Sign-in and changes of address ask this. */
export const forbiddenAddress =
  (platform: Pick<Platform, 'db' | 'secrets'>): ForbiddenAddress =>
  ({ email, safeId }) =>
    isForbiddenAddress(platform, email, { safeId });
