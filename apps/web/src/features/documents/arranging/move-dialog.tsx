import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api-error.ts';
import { useErrorMessage } from '../../../lib/error-message.ts';
import { byPlace, type Chosen, keyOf, type Place } from './chosen.ts';
import { PlaceDialog } from './place-dialog.tsx';
import { useMove } from './use-arranging.ts';

interface MoveDialogProps {
  chosen: Chosen;
  /** Where the folders stand. */
  formerly?: Place | undefined;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

export function MoveDialog({ chosen, formerly, onClose, onDone }: MoveDialogProps) {
  const t = useTranslations('organising');
  const errorMessage = useErrorMessage();
  const move = useMove();
  const isElsewhere = isApiError(move.error, 'ModifiedElsewhere');
  const places = [...byPlace(chosen.documents).map(({ to }) => to), ...(formerly ? [formerly] : [])];
  const [here] = places;
  return (
    <PlaceDialog
      title={chosen.folders.length > 0 ? t('moveFolderTitle') : t('moveTitle', { count: chosen.documents.length })}
      submitLabel={isElsewhere ? t('moveAnyway') : t('moveSubmit')}
      without={chosen.folders.map(({ id }) => id)}
      hereId={here && places.length === 1 ? keyOf(here) : undefined}
      isPending={move.isPending}
      errorMessage={isElsewhere ? t('movedElsewhere') : move.isError ? errorMessage(move.error) : undefined}
      onChoose={({ place, name }) =>
        move.mutate(
          { chosen, to: place, name, formerly, isSure: isElsewhere },
          {
            onSuccess: () => {
              onClose();
              onDone?.();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
