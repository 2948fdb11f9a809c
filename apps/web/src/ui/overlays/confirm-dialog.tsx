import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../buttons/button.tsx';
import { Checkbox } from '../fields/checkbox.tsx';
import { Modal, ModalActions } from './modal.tsx';
import css from './confirm-dialog.module.css';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDanger?: boolean;
  isPending?: boolean;
  /** A sentence to tick before going on, for what cannot be undone. */
  acknowledgement?: string;
  errorMessage?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, cancelLabel, isDanger, isPending = false, acknowledgement } = props;
  const { errorMessage, onConfirm, onClose } = props;
  const t = useTranslations('ui');
  const [isAcknowledged, setAcknowledged] = useState(false);
  return (
    <Modal title={title} onClose={onClose} size="small" role="alertdialog">
      <div className={css.text}>{children}</div>
      {acknowledgement && (
        <Checkbox isSelected={isAcknowledged} onChange={setAcknowledged}>
          {acknowledgement}
        </Checkbox>
      )}
      {errorMessage && (
        <p role="alert" className={css.error}>
          {errorMessage}
        </p>
      )}
      <ModalActions>
        <Button onPress={onClose}>{cancelLabel ?? t('cancel')}</Button>
        <Button
          variant={isDanger ? 'danger' : 'primary'}
          isPending={isPending}
          isDisabled={acknowledgement !== undefined && !isAcknowledged}
          onPress={onConfirm}
        >
          {confirmLabel}
        </Button>
      </ModalActions>
    </Modal>
  );
}
