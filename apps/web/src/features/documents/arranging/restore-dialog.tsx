import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/error-message.ts';
import type { Chosen } from './chosen.ts';
import { PlaceDialog } from './place-dialog.tsx';
import { useRestore } from './use-arranging.ts';

/** Out of the trash, to another place than before. */
export function RestoreDialog({ chosen, onClose }: { chosen: Chosen; onClose: () => void }) {
  const t = useTranslations('organising');
  const errorMessage = useErrorMessage();
  const restore = useRestore();
  return (
    <PlaceDialog
      title={t('restoreTitle')}
      submitLabel={t('restoreSubmit')}
      isPending={restore.isPending}
      errorMessage={restore.isError ? errorMessage(restore.error) : undefined}
      onChoose={({ place, name }) => restore.mutate({ chosen, to: place, name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
