import { IconX } from '../buttons/icons.ts';
import { type ReactNode, useRef } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal as AriaModal, ModalOverlay } from 'react-aria-components/Modal';
import { useTranslations } from 'use-intl';
import { classNames } from '../buttons/class-names.ts';
import { IconButton } from '../buttons/icon-button.tsx';
import css from './modal.module.css';

interface ModalProps {
  title: string;
  onClose: () => void;
  /** Escape closes it, and so does a click beside it until something is entered; false while nothing may be lost. */
  isDismissable?: boolean;
  size?: 'small' | 'medium' | 'large';
  /** `alertdialog` for a question that interrupts. */
  role?: 'dialog' | 'alertdialog';
  children: ReactNode;
}

/** Rendered only while open: the focus is trapped inside, then goes back to where it was. */
export function Modal({
  title,
  onClose,
  isDismissable = true,
  size = 'medium',
  role = 'dialog',
  children,
}: ModalProps) {
  const t = useTranslations('ui');
  const hasInput = useRef(false);
  return (
    <ModalOverlay
      isOpen
      isDismissable={isDismissable}
      shouldCloseOnInteractOutside={() => !hasInput.current}
      isKeyboardDismissDisabled={!isDismissable}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      // The focus stays in the dialog: the library would bring it back a frame later, and a key in between be lost.
      onMouseDown={(press) => {
        if (press.target === press.currentTarget) press.preventDefault();
      }}
      className={css.overlay ?? ''}
    >
      <AriaModal className={classNames(css.modal, css[size])}>
        <Dialog role={role} className={css.dialog ?? ''}>
          <div className={css.head}>
            <Heading slot="title">{title}</Heading>
            {isDismissable && (
              <IconButton label={t('close')} onPress={onClose}>
                <IconX size={20} stroke={1.75} aria-hidden />
              </IconButton>
            )}
          </div>
          <div className={css.content} onInput={() => (hasInput.current = true)}>
            {children}
          </div>
        </Dialog>
      </AriaModal>
    </ModalOverlay>
  );
}

/** The row of buttons at the foot of a dialog: the main one last, first on phones. */
export const ModalActions = ({ children }: { children: ReactNode }) => <div className={css.actions}>{children}</div>;
