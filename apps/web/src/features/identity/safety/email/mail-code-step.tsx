import { useTranslations } from 'use-intl';
import { CodeForm } from '../../../../lib/forms/code-form.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/overlays/modal.tsx';
import css from '../safety.module.css';

interface MailCodeStepProps {
  title: string;
  /** Throws what the server refuses. */
  onCode: (code: string) => Promise<void>;
  onSendAgain: () => Promise<void>;
  onClose: () => void;
}

/** The mailed code that a first second factor needs besides the password. */
export function MailCodeStep({ title, onCode, onSendAgain, onClose }: MailCodeStepProps) {
  const t = useTranslations('secondFactorSettings');
  const ui = useTranslations('ui');
  return (
    <Modal title={title} onClose={onClose} size="small">
      <p className={css.text}>{t('mailCodeText')}</p>
      <CodeForm
        label={t('mailCode')}
        submitLabel={t('mailCodeSubmit')}
        onVerify={onCode}
        onSendAgain={onSendAgain}
        back={<Button onPress={onClose}>{ui('cancel')}</Button>}
      />
    </Modal>
  );
}
