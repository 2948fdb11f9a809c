import { beginTotp, confirmTotp, requestSecondFactorCode } from '@perenne/contract/second-factor';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../../lib/api/api-error.ts';
import { call } from '../../../../lib/api/call.ts';
import { CodeForm } from '../../../../lib/forms/code-form.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import { useNotify } from '../../../../ui/feedback/notifications.tsx';
import { QrCode } from '../../../../ui/layout/qr-code.tsx';
import { PasswordPrompt } from '../../password-prompt.tsx';
import { MailCodeStep } from '../email/mail-code-step.tsx';
import { CopyButton } from './copy-button.tsx';
import css from '../safety.module.css';

interface TotpDialogProps {
  /** The first second factor needs a mailed code too. */
  isFirst: boolean;
  onAdded: (recoveryCodes?: readonly string[]) => void;
  onClose: () => void;
}

/** The password and, for the first factor, a mailed code; then the secret as a picture and as a text, then one code that proves it arrived. */
export function TotpDialog({ isFirst, onAdded, onClose }: TotpDialogProps) {
  const t = useTranslations('secondFactorSettings');
  const ui = useTranslations('ui');
  const notify = useNotify();
  const [begun, setBegun] = useState<{ secret: string; uri: string }>();
  const [password, setPassword] = useState<string>();
  const askCode = async (given: string) => {
    await call(requestSecondFactorCode, { body: { password: given } });
    setPassword(given);
  };
  if (!begun && password !== undefined) {
    return (
      <MailCodeStep
        title={t('totpAdd')}
        onCode={async (code) => setBegun(await call(beginTotp, { body: { password, code } }))}
        onSendAgain={() => askCode(password)}
        onClose={onClose}
      />
    );
  }
  if (!begun) {
    return (
      <PasswordPrompt
        title={t('totpAdd')}
        submitLabel={t('totpAdd')}
        onConfirm={async (given) =>
          isFirst ? askCode(given) : setBegun(await call(beginTotp, { body: { password: given } }))
        }
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
      setPassword(undefined);
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
