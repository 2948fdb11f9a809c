import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { byPlace, type Chosen, keyOf, type Place } from './chosen.ts';
import { PlaceDialog } from './place-dialog.tsx';
import { useMove } from './use-arranging.ts';
import { useLeftOut } from './use-left-out.ts';

interface MoveDialogProps {
  chosen: Chosen;
  /** The place of the folders. */
  formerly?: Place | undefined;
  onClose: () => void;
  onDone?: (() => void) | undefined;
}

export function MoveDialog({ chosen, formerly, onClose, onDone }: MoveDialogProps) {
  const t = useTranslations('organising');
  const errorMessage = useErrorMessage();
  const notify = useNotify();
  const move = useMove();
  const { left, leaveOut, goneText } = useLeftOut(chosen, 'move');
  const isElsewhere = isApiError(move.error, 'ModifiedElsewhere');
  const places = [...byPlace(left.documents).map(({ to }) => to), ...(formerly ? [formerly] : [])];
  const [here] = places;
  const fault = move.isError ? errorMessage(move.error) : undefined;
  const finish = () => {
    onClose();
    onDone?.();
  };
  const askAgain = async () => {
    const gone = await leaveOut();
    if (gone === undefined) return;
    notify({ type: 'error', text: gone, duration: 6000 });
    finish();
  };
  return (
    <PlaceDialog
      title={chosen.folders.length > 0 ? t('moveFolderTitle') : t('moveTitle', { count: left.documents.length })}
      submitLabel={isElsewhere ? t('moveAnyway') : t('moveSubmit')}
      without={chosen.folders.map(({ id }) => id)}
      hereId={here && places.length === 1 ? keyOf(here) : undefined}
      isPending={move.isPending}
      errorMessage={isElsewhere ? t('movedElsewhere') : (goneText ?? fault)}
      onChoose={({ place, name }) =>
        move.mutate(
          { chosen: left, to: place, name, formerly, isSure: isElsewhere },
          {
            onSuccess: finish,
            onError: (error) => {
              if (isApiError(error, 'DocumentNotFound')) void askAgain();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
