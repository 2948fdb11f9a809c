import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';

export interface Conflict {
  /** The name that was typed here. */
  mine: string;
  /** The name that another window has given since. */
  theirs: string;
}

/** Returns the name that another window has given meanwhile, if the server refused for that reason. */
export function conflictOf(error: unknown, mine: string): Conflict | undefined {
  if (!isApiError(error, 'ModifiedElsewhere')) return undefined;
  return { mine, theirs: String(error.errors[0]?.params?.current ?? '') };
}

interface NameConflictProps {
  conflict: Conflict;
  isPending: boolean;
  onKeep: () => void;
  onReplace: () => void;
}

/** Two windows gave two names: the owner sees both in the second one, and chooses. */
export function NameConflict({ conflict: { mine, theirs }, isPending, onKeep, onReplace }: NameConflictProps) {
  const t = useTranslations('organising');
  return (
    <Alert
      tone="warning"
      isLive
      title={t('conflictTitle')}
      actions={
        <>
          <Button onPress={onKeep}>{t('conflictKeep', { name: theirs })}</Button>
          <Button isPending={isPending} onPress={onReplace}>
            {t('conflictReplace', { name: mine })}
          </Button>
        </>
      }
    >
      {t('conflictText', { name: theirs })}
    </Alert>
  );
}
