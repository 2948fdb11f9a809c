import { removeTotp } from '@perenne/contract/second-factor';
import { useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/call.ts';
import { useFormats } from '../../../../lib/i18n/formats.ts';
import { makePart } from '../../../../lib/lazy/part.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { useNotify } from '../../../../ui/feedback/notifications.tsx';
import { PasswordPrompt } from '../../password-prompt.tsx';
import css from '../safety.module.css';
import { isLastProof, type SecondFactorPartProps } from './second-factor-state.ts';
import { useDialog } from '../use-dialog.ts';

const TotpDialog = makePart(() => import('./totp-dialog.tsx').then((module) => module.TotpDialog));

export function TotpPart({ state, onChanged }: SecondFactorPartProps) {
  const t = useTranslations('secondFactorSettings');
  const formats = useFormats();
  const notify = useNotify();
  const { shown, open, close } = useDialog<'add' | 'remove'>();
  const remove = async (password: string) => {
    await call(removeTotp, { body: { password } });
    notify({ text: t('totpRemoved') });
    close();
    onChanged();
  };
  return (
    <section className={css.part} aria-label={t('totp')}>
      <div className={css.head}>
        <h3>{t('totp')}</h3>
      </div>
      <p className={css.text}>
        {state.totp ? t('totpSince', { date: formats.dateLong(state.totp.addedAt) }) : t('totpText')}
      </p>
      <div className={css.actions}>
        {state.totp ? (
          <Button onPress={() => open('remove')}>{t('totpRemove')}</Button>
        ) : (
          <Button onPress={() => open('add')}>{t('totpAdd')}</Button>
        )}
      </div>
      {shown === 'add' && (
        <TotpDialog isFirst={!state.totp && state.passkeys.length === 0} onAdded={onChanged} onClose={close} />
      )}
      {shown === 'remove' && (
        <PasswordPrompt
          title={t('totpRemoveTitle')}
          submitLabel={t('totpRemove')}
          isDanger
          onConfirm={remove}
          onClose={close}
        >
          <p>{t('totpRemoveText')}</p>
          {isLastProof(state) && <p>{t('lastOne')}</p>}
        </PasswordPrompt>
      )}
    </section>
  );
}
