import { useTranslations } from 'use-intl';
import { makePart } from '../../../../lib/lazy/part.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Card } from '../../../../ui/layout/card.tsx';
import css from '../safety.module.css';
import { useDialog } from '../use-dialog.ts';

const EmailDialog = makePart(() => import('./email-dialog.tsx').then((module) => module.EmailDialog));

export function EmailCard({ email }: { email: string }) {
  const t = useTranslations('safety');
  const dialog = useDialog<'change'>();
  return (
    <Card title={t('email')}>
      <p className={css.text}>{t('emailText', { email })}</p>
      <div className={css.actions}>
        <Button onPress={() => dialog.open('change')}>{t('emailChange')}</Button>
      </div>
      {dialog.shown && <EmailDialog current={email} onClose={dialog.close} />}
    </Card>
  );
}
