import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import type { WayOn } from '../../features/identity/sign-in.ts';
import { useNotify } from '../../ui/feedback/notifications.tsx';

const linkRefusedMs = 12_000;

/** From a sign-in that went through to what comes next; the page of the safe that was asked for, at the end. */
export function useWayOn(next: string | undefined): (wayOn: WayOn) => void {
  const navigate = useNavigate();
  const notify = useNotify();
  // Only the pages that link an identity come to these words, and they have loaded them.
  const t = useTranslations('federatedSignIn');
  const asked = next ? { next } : {};
  return (wayOn) => {
    if (wayOn.kind === 'secondFactor') return void navigate({ to: '/login/second-factor', search: asked });
    if (wayOn.kind === 'changeEmail') return void navigate({ to: '/change-email', search: asked });
    if (wayOn.isLinkRefused) notify({ type: 'warning', text: t('linkRefused'), duration: linkRefusedMs });
    return void navigate({ href: next ?? '/home', replace: true });
  };
}
