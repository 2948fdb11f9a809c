import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconLogout } from '../../../ui/buttons/icons.ts';
import css from './request-page.module.css';
import { forgetRequestToken } from './request-token.ts';

/** Ends the visit in this tab: who uses it next sends nothing. */
export function EndSending() {
  const t = useTranslations('sendFiles');
  const navigate = useNavigate();
  const end = () => {
    forgetRequestToken();
    void navigate({ to: '/public/sharings-expired', search: { reason: 'SendingEnded' }, replace: true });
  };
  return (
    <Button variant="quiet" className={css.end ?? ''} onPress={end}>
      <IconLogout size={19} stroke={1.75} aria-hidden />
      {t('end')}
    </Button>
  );
}
