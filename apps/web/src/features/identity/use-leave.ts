import { useNavigate } from '@tanstack/react-router';
import { isSafeAddress } from '../../lib/outside-address.ts';
import { clearTokens } from '../../lib/tokens.ts';

/** Every session has ended by now: out of here, and out of the federation where it says how. */
export function useLeave(): (logoutUrl: string | null) => Promise<void> {
  const navigate = useNavigate();
  return async (logoutUrl) => {
    clearTokens();
    const isElsewhere = logoutUrl !== null && isSafeAddress(logoutUrl) && new URL(logoutUrl).origin !== location.origin;
    if (isElsewhere) location.assign(logoutUrl);
    else await navigate({ to: '/login', search: { reason: 'signedOut' }, replace: true });
  };
}
