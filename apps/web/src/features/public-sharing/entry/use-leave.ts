import { useNavigate } from '@tanstack/react-router';
import type { Visit } from '../opened.ts';
import { forgetProof, sharingEnd } from '../sharing-end.ts';

/**
 * Leaves the page for the one that an error ends on; false if it ends nothing and is to be shown here. Without a
 * visit, it is that of a code. If the share that ends was the only one, no other is left to go back to.
 */
export function useLeave(visit?: Visit): (error: unknown) => boolean {
  const navigate = useNavigate();
  return (error) => {
    const end = sharingEnd(error, visit ? 'sharing' : 'code');
    if (!end) return false;
    if (visit && (end === 'again' || visit.shares.length === 1)) forgetProof(visit.proof);
    if (end === 'again')
      void navigate({ to: '/public/sharings', search: { reason: 'AuthTokenNotValid' }, replace: true });
    else void navigate({ to: '/public/sharings-expired', search: { reason: end } });
    return true;
  };
}
