import { useNavigate } from '@tanstack/react-router';
import { isSafeAddress } from '../../lib/browser/outside-address.ts';
import { forgetTab } from '../../lib/browser/tab-memory.ts';
import { clearTokens } from '../../lib/api/tokens.ts';

/** Every session has ended by now: out of here, and out of the federation where it says how; the sign-in page says why. */
export function useLeave(
  reason: 'signedOutEverywhere' | 'federationDeactivated',
): (logoutUrl: string | null) => Promise<void> {
  const navigate = useNavigate();
  return async (logoutUrl) => {
    clearTokens();
    forgetTab();
    const isElsewhere = logoutUrl !== null && isSafeAddress(logoutUrl) && new URL(logoutUrl).origin !== location.origin;
    if (isElsewhere) location.assign(logoutUrl);
    else await navigate({ to: '/login', search: { reason }, replace: true });
  };
}
