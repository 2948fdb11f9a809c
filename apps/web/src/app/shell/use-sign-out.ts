import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { signOut } from '../../lib/sign-in/sign-out.ts';
import { useNotify } from '../../ui/feedback/notifications.tsx';

/** Leaves the safe at once; if the server cannot be reached, says so. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const notify = useNotify();
  const t = useTranslations('session');
  return () => {
    signOut().catch(() => notify({ type: 'warning', text: t('signedOutHere'), duration: 8000 }));
    void navigate({ to: '/login', search: { reason: 'signedOut' }, replace: true });
  };
}
