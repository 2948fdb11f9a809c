import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { useTranslations } from 'use-intl';
import { onTokensChangedElsewhere } from '../../../lib/api/tokens.ts';
import { Button, type ButtonVariant } from '../../../ui/buttons/button.tsx';
import { IconLogout } from '../../../ui/buttons/icons.ts';
import { forgetVisit, hasVisit } from '../sharing-end.ts';

/** Ends the visit on this browser, in its other tabs too: who uses it next finds nothing open. */
export function EndVisit({ variant = 'quiet', className = '' }: { variant?: ButtonVariant; className?: string }) {
  const t = useTranslations('publicShares');
  const navigate = useNavigate();
  const showEnd = () =>
    void navigate({ to: '/public/sharings-expired', search: { reason: 'VisitEnded' }, replace: true });
  const followOtherTab = useEffectEvent(() => {
    if (!hasVisit()) showEnd();
  });
  useEffect(() => onTokensChangedElsewhere(() => followOtherTab()), []);
  const end = () => {
    forgetVisit();
    showEnd();
  };
  return (
    <Button variant={variant} className={className} onPress={end}>
      <IconLogout size={19} stroke={1.75} aria-hidden />
      {t('end')}
    </Button>
  );
}
