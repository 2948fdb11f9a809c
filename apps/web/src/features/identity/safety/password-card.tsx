import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { makePart } from '../../../lib/lazy/part.tsx';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import css from './safety.module.css';
import { useDialog } from './use-dialog.ts';

const PasswordDialog = makePart(() => import('./password-dialog.tsx').then((module) => module.PasswordDialog));

export function PasswordCard({ isFederated }: { isFederated: boolean }) {
  const t = useTranslations('safety');
  const dialog = useDialog<'change'>();
  if (isFederated) return <LockedPassword />;
  return (
    <Card title={t('password')}>
      <p className={css.text}>{t('passwordText')}</p>
      <div className={css.actions}>
        <Button onPress={() => dialog.open('change')}>{t('passwordChange')}</Button>
      </div>
      {dialog.shown && <PasswordDialog onClose={dialog.close} />}
    </Card>
  );
}

/** The reset is the way on for who can no longer use the federation. */
function LockedPassword() {
  const t = useTranslations('safety');
  return (
    <Card title={t('password')}>
      <p className={css.text}>{t('passwordLocked')}</p>
      <div className={css.actions}>
        <Link to="/account/france-connect" className={buttonClass()}>
          {t('toFranceConnect')}
        </Link>
        <Link to="/reset-password" className={buttonClass('quiet')}>
          {t('passwordReset')}
        </Link>
      </div>
    </Card>
  );
}
