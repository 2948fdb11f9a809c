import { beginTotp, confirmTotp } from '@perenne/contract/second-factor';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/call.ts';
import { CodeForm } from '../../../lib/code-form.tsx';
import { Button } from '../../../ui/button.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useNotify } from '../../../ui/notifications.tsx';
import { QrCode } from '../../../ui/qr-code.tsx';
import { PasswordPrompt } from '../password-prompt.tsx';
import { CopyButton } from './copy-button.tsx';
import css from './safety.module.css';

interface TotpDialogProps {
  onAdded: (recoveryCodes?: readonly string[]) => void;
  onClose: () => void;
}

/** The password, then the secret as a picture and as a text, then one code that proves it arrived. */
export function TotpDialog({ onAdded, onClose }: TotpDialogProps) {
  const t = useTranslations('secondFactorSettings');
  const ui = useTranslations('ui');
  const notify = useNotify();
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  if (!begun) {
    return (
      <PasswordPrompt
        title={t('totpAdd')}
        submitLabel={t('totpAdd')}
        onConfirm={async (password) => setBegun(await call(beginTotp, { body: { password } }))}
        onClose={onClose}
      />
    );
  }
  const confirm = async (code: string) => {
    try {
      const { recoveryCodes } = await call(confirmTotp, { body: { code } });
      notify({ text: t('totpDone') });
      onClose();
      onAdded(recoveryCodes);
    } catch (failure) {
      if (!isApiError(failure, 'EntityNotFound')) throw failure;
      // 10 minutes have passed: the secret is no longer waited for.
      notify({ type: 'warning', text: t('totpExpired'), duration: 8000 });
      setBegun(undefined);
    }
  };
  return (
    <Modal title={t('totpAdd')} onClose={onClose} size="small">
      <div className={css.setup}>
        <p>{t('totpScan')}</p>
        <QrCode text={begun.uri} label={t('totpQr')} />
        <p>{t('totpSecret')}</p>
        <code className={css.secret}>{groupSecret(begun.secret)}</code>
        <CopyButton text={begun.secret}>{t('copySecret')}</CopyButton>
      </div>
      <CodeForm
        label={t('totpCode')}
        submitLabel={t('totpSubmit')}
        onVerify={confirm}
        back={<Button onPress={onClose}>{ui('cancel')}</Button>}
      />
    </Modal>
  );
}

const groupSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');
