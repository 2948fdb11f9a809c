import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../../lib/api/error-message.ts';
import type { Chosen } from '../chosen.ts';
import { PlaceDialog } from '../place-dialog.tsx';
import { useRestore } from '../use-arranging.ts';

interface RestoreDialogProps {
  chosen: Chosen;
  onClose: () => void;
  onDone: (chosen: Chosen) => void;
}

/** Out of the trash, to another place than before. */
export function RestoreDialog({ chosen, onClose, onDone }: RestoreDialogProps) {
  const t = useTranslations('organising');
  const errorMessage = useErrorMessage();
  const restore = useRestore();
  const finish = () => {
    onClose();
    onDone(chosen);
  };
  return (
    <PlaceDialog
      title={t('restoreTitle')}
      submitLabel={t('restoreSubmit')}
      isPending={restore.isPending}
      errorMessage={restore.isError ? errorMessage(restore.error) : undefined}
      onChoose={({ place, name }) => restore.mutate({ chosen, to: place, name }, { onSuccess: finish })}
      onClose={onClose}
    />
  );
}
