import type { Share } from '@perenne/contract/shares';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import css from './send-again-dialog.module.css';
import { useSendAgain } from './use-share-actions.ts';

interface SendAgainDialogProps {
  share: Share;
  /** The recipient unless the owner says otherwise. */
  to?: string;
  onClose: () => void;
}

export function SendAgainDialog({ share, to, onClose }: SendAgainDialogProps) {
  const t = useTranslations('shares');
  const ui = useTranslations('ui');
  const errorMessage = useErrorMessage();
  const sendAgain = useSendAgain(share);
  const [chosen, setChosen] = useState<readonly string[]>(to ? [to] : share.recipients.map(({ id }) => id));
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    if (chosen.length === 0) setMissing(true);
    else sendAgain.mutate([...chosen], { onSuccess: onClose });
  };
  const fault = sendAgain.isError
    ? errorMessage(sendAgain.error)
    : isMissing && chosen.length === 0
      ? t('sendAgainNobody')
      : undefined;
  return (
    <Modal title={t('sendAgainTitle')} onClose={onClose} size="small">
      <p className={css.text}>{t('sendAgainText')}</p>
      <fieldset className={css.recipients} aria-label={t('recipients')}>
        {share.recipients.map(({ id, email }) => (
          <Checkbox
            key={id}
            isSelected={chosen.includes(id)}
            onChange={(isOn) => setChosen(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))}
          >
            {email}
          </Checkbox>
        ))}
      </fieldset>
      {fault && (
        <Alert tone="danger" isLive>
          {fault}
        </Alert>
      )}
      <ModalActions>
        <Button onPress={onClose}>{ui('cancel')}</Button>
        <Button variant="primary" isPending={sendAgain.isPending} onPress={submit}>
          {t('sendAgainSubmit')}
        </Button>
      </ModalActions>
    </Modal>
  );
}
