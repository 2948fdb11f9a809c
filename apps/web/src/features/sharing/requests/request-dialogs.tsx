import type { DocumentRequest } from '@perenne/contract/document-requests';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Modal, ModalActions } from '../../../ui/overlays/modal.tsx';
import { LinkCard } from '../link-card.tsx';
import { useEndRequest } from './use-requests.ts';

interface DialogProps {
  request: DocumentRequest;
  onClose: () => void;
}

export function EndRequestDialog({ request, onClose }: DialogProps) {
  const t = useTranslations('documentRequests');
  const errorMessage = useErrorMessage();
  const end = useEndRequest(request);
  const { title, status } = request;
  const isActive = status === 'active';
  return (
    <ConfirmDialog
      title={isActive ? t('endTitle') : t('removeTitle')}
      confirmLabel={isActive ? t('endSubmit') : t('remove')}
      isDanger
      isPending={end.isPending}
      errorMessage={end.isError ? errorMessage(end.error) : undefined}
      onConfirm={() => end.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{isActive ? t('endText', { title }) : t('removeText', { title })}</p>
    </ConfirmDialog>
  );
}

/** The link of a request, to pass it on. */
export function RequestLinkDialog({ request, link, onClose }: DialogProps & { link: string }) {
  const t = useTranslations('documentRequests');
  const ui = useTranslations('ui');
  const formats = useFormats();
  return (
    <Modal title={request.title} onClose={onClose}>
      <LinkCard title={t('linkTitle')} link={link}>
        {t('linkText', { date: formats.dateLong(request.expirationDate) })}
      </LinkCard>
      <ModalActions>
        <Button onPress={onClose}>{ui('close')}</Button>
      </ModalActions>
    </Modal>
  );
}
