import { useNavigate } from '@tanstack/react-router';
import { readToken, removeToken } from '../../lib/tokens.ts';
import { sharingEnd } from './sharing-end.ts';

/**
 * Leaves the page for the one that an error ends on; false where it ends nothing and is to be told here. With
 * `isLast`, the share that ends was the only one, and no other is left to go back to.
 */
export function useLeave(kind: 'code' | 'sharing', isLast = false): (error: unknown) => boolean {
  const navigate = useNavigate();
  return (error) => {
    const end = sharingEnd(error, kind);
    if (!end) return false;
    if (end === 'again' || isLast) removeToken('sharingAuthToken');
    if (end === 'again') {
      const token = readToken('sharingCodeToken');
      const search = { ...(token ? { token } : {}), reason: 'AuthTokenNotValid' };
      void navigate({ to: '/public/sharings', search, replace: true });
    } else void navigate({ to: '/public/sharings-expired', search: { reason: end } });
    return true;
  };
}
