import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../../lib/api/error-message.ts';
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx';
import { type Chosen, countOf } from '../chosen.ts';
import { useLiveShares } from '../live-shares-notice.tsx';
import { useDestroy } from '../use-arranging.ts';

interface DestroyDialogProps {
  chosen: Chosen;
  onClose: () => void;
  onDone: (chosen: Chosen) => void;
}

/** Out of the trash for good: never without the box. */
export function DestroyDialog({ chosen, onClose, onDone }: DestroyDialogProps) {
  const t = useTranslations('trash');
  const errorMessage = useErrorMessage();
  const destroy = useDestroy();
  const shares = useLiveShares(chosen);
  const count = countOf(chosen);
  const name = chosen.documents[0]?.title ?? chosen.folders[0]?.name ?? '';
  const finish = () => {
    onClose();
    onDone(chosen);
    void shares.end();
  };
  return (
    <ConfirmDialog
      title={t('destroyTitle', { count })}
      confirmLabel={t('destroy')}
      acknowledgement={t('acknowledge')}
      isDanger
      isPending={destroy.isPending}
      errorMessage={destroy.isError ? errorMessage(destroy.error) : undefined}
      onConfirm={() => destroy.mutate(chosen, { onSuccess: finish })}
      onClose={onClose}
    >
      <p>
        {count === 1
          ? t(shares.notice ? 'destroySharedNamed' : 'destroyNamed', { name })
          : t(shares.notice ? 'destroySharedMany' : 'destroyMany')}
      </p>
      {shares.notice}
    </ConfirmDialog>
  );
}
