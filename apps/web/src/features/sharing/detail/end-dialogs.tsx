import type { Share } from '@perenne/contract/shares';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useDeleteShare, useLink, useStop } from './use-share-actions.ts';

interface DialogProps {
  share: Share;
  onClose: () => void;
}

export function StopDialog({ share, onClose }: DialogProps) {
  const t = useTranslations('shares');
  const errorMessage = useErrorMessage();
  const stop = useStop(share);
  return (
    <ConfirmDialog
      title={t('stopTitle')}
      confirmLabel={t('stopSubmit')}
      isDanger
      isPending={stop.isPending}
      errorMessage={stop.isError ? errorMessage(stop.error) : undefined}
      onConfirm={() => stop.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{t('stopText')}</p>
    </ConfirmDialog>
  );
}

export function DeleteShareDialog({ share, onClose, onDeleted }: DialogProps & { onDeleted: () => void }) {
  const t = useTranslations('shares');
  const errorMessage = useErrorMessage();
  const remove = useDeleteShare(share);
  return (
    <ConfirmDialog
      title={t('deleteTitle')}
      confirmLabel={t('deleteSubmit')}
      isDanger
      isPending={remove.isPending}
      errorMessage={remove.isError ? errorMessage(remove.error) : undefined}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>{share.status === 'active' ? t('deleteText') : t('deleteExpiredText')}</p>
    </ConfirmDialog>
  );
}

export function RenewDialog({ share, onClose }: DialogProps) {
  const t = useTranslations('shares');
  const link = useLink(share);
  return (
    <ConfirmDialog
      title={t('renewTitle')}
      confirmLabel={t('renewSubmit')}
      isPending={link.isPending}
      onConfirm={() => link.mutate({ renew: true }, { onSettled: onClose })}
      onClose={onClose}
    >
      <p>{t('renewText')}</p>
    </ConfirmDialog>
  );
}
