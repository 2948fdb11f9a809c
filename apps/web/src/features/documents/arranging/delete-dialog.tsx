import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { type Chosen, holdsOriginals } from './chosen.ts';
import { useLiveShares } from './live-shares-notice.tsx';
import { refreshArranged, useDelete } from './use-arranging.ts';
import { useLeftOut } from './use-left-out.ts';

interface DeleteDialogProps {
  chosen: Chosen;
  onClose: () => void;
  /** It is in the trash. */
  onDone?: (() => void | Promise<void>) | undefined;
}

/** Before anything goes to the trash; what cannot be had again asks to be acknowledged. */
export function DeleteDialog({ chosen, onClose, onDone }: DeleteDialogProps) {
  const t = useTranslations('organising');
  const errorMessage = useErrorMessage();
  const queries = useQueryClient();
  const notify = useNotify();
  const remove = useDelete();
  const { left, leaveOut, goneText } = useLeftOut(chosen, 'delete');
  const shares = useLiveShares(left);
  // Only the server knows all that a folder holds.
  const [isAsked, setAsked] = useState(holdsOriginals(chosen));
  const { documents, folders } = left;
  const [folder] = folders;
  const [document] = documents;
  const finish = async () => {
    onClose();
    await onDone?.();
    await shares.end();
    await refreshArranged(queries);
  };
  const askAgain = async () => {
    const gone = await leaveOut();
    if (gone === undefined) return;
    notify({ type: 'error', text: gone, duration: 6000 });
    onClose();
    await onDone?.();
  };
  const confirm = () =>
    remove.mutate(
      { chosen: left, acknowledged: isAsked },
      {
        onSuccess: () => void finish(),
        onError: (error) => {
          if (isApiError(error, 'AcknowledgementRequired')) setAsked(true);
          else if (isApiError(error, 'DocumentNotFound')) void askAgain();
          else if (isApiError(error, 'FolderNotFound')) void refreshArranged(queries);
        },
      },
    );
  const isFault = remove.isError && !isApiError(remove.error, 'AcknowledgementRequired');
  return (
    <ConfirmDialog
      title={folder ? t('deleteFolderTitle') : t('deleteTitle', { count: documents.length })}
      confirmLabel={t('deleteSubmit')}
      isDanger
      isPending={remove.isPending}
      {...(isAsked ? { acknowledgement: t('acknowledgeOriginals') } : {})}
      errorMessage={goneText ?? (isFault ? errorMessage(remove.error) : undefined)}
      onConfirm={confirm}
      onClose={onClose}
    >
      {folder && <p>{t('deleteFolderNamed', { name: folder.name })}</p>}
      {!folder && document && (
        <p>{documents.length === 1 ? t('deleteNamed', { name: document.title }) : t('deleteMany')}</p>
      )}
      {isAsked && <p>{t('originals')}</p>}
      {shares.notice}
    </ConfirmDialog>
  );
}
