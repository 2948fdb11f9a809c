import { renewRecoveryCodes } from '@perenne/contract/second-factor';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/call.ts';
import { useFormats } from '../../../../lib/i18n/formats.ts';
import { makePart } from '../../../../lib/lazy/part.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useNotify } from '../../../../ui/feedback/notifications.tsx';
import { PasswordPrompt } from '../../password-prompt.tsx';
import css from '../safety.module.css';
import type { SecondFactor } from './second-factor-state.ts';
import { useDialog } from '../use-dialog.ts';

const TestCodeDialog = makePart(() => import('./test-code-dialog.tsx').then((module) => module.TestCodeDialog));

interface RecoveryPartProps {
  made: NonNullable<SecondFactor['recoveryCodes']>;
  onRenewed: (recoveryCodes: readonly string[]) => void;
}

export function RecoveryPart({ made: { left, madeAt }, onRenewed }: RecoveryPartProps) {
  const t = useTranslations('secondFactorSettings');
  const formats = useFormats();
  const notify = useNotify();
  const { shown, open, close } = useDialog<'test' | 'renew'>();
  const renew = async (password: string) => {
    const { recoveryCodes } = await call(renewRecoveryCodes, { body: { password } });
    notify({ text: t('recoveryRenewed') });
    close();
    onRenewed(recoveryCodes);
  };
  return (
    <section className={css.part} aria-label={t('recovery')}>
      <div className={css.head}>
        <h3>{t('recovery')}</h3>
      </div>
      <p className={css.text}>
        {t('recoveryText')} {t('recoveryLeft', { left, date: formats.dateLong(madeAt) })}.
      </p>
      <div className={css.actions}>
        <Button onPress={() => open('test')}>{t('recoveryTest')}</Button>
        <Button onPress={() => open('renew')}>{t('recoveryRenew')}</Button>
      </div>
      {shown === 'test' && <TestCodeDialog onClose={close} />}
      {shown === 'renew' && (
        <PasswordPrompt
          title={t('recoveryRenewTitle')}
          submitLabel={t('recoveryRenew')}
          onConfirm={renew}
          onClose={close}
        >
          <p>{t('recoveryRenewText')}</p>
        </PasswordPrompt>
      )}
    </section>
  );
}
