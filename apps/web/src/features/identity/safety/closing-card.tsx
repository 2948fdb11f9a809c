import { closeSafe } from '@perenne/contract/identity';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/call.ts';
import { forgetTab } from '../../../lib/browser/tab-memory.ts';
import { clearTokens } from '../../../lib/api/tokens.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PasswordPrompt } from '../password-prompt.tsx';
import css from './safety.module.css';
import { useDialog } from './use-dialog.ts';

/** Closing cannot be undone after 30 days: it takes the password and a box to tick. */
export function ClosingCard() {
  const t = useTranslations('closing');
  const navigate = useNavigate();
  const dialog = useDialog<'close'>();
  const close = async (password: string) => {
    await call(closeSafe, { body: { password, acknowledged: true } });
    clearTokens();
    forgetTab();
    await navigate({ to: '/login', search: { reason: 'closing' }, replace: true });
  };
  return (
    <Card title={t('title')} className={css.danger}>
      <p className={css.text}>{t('text')}</p>
      <div className={css.actions}>
        <Button variant="danger" onPress={() => dialog.open('close')}>
          {t('open')}
        </Button>
        <Link to="/account/export" className={buttonClass('quiet')}>
          {t('exportFirst')}
        </Link>
      </div>
      {dialog.shown && (
        <PasswordPrompt
          title={t('dialogTitle')}
          submitLabel={t('submit')}
          acknowledgement={t('acknowledgement')}
          isDanger
          onConfirm={close}
          onClose={dialog.close}
        >
          <ul>
            <li>{t('first')}</li>
            <li>{t('second')}</li>
            <li>{t('third')}</li>
            <li>{t('fourth')}</li>
          </ul>
        </PasswordPrompt>
      )}
    </Card>
  );
}
