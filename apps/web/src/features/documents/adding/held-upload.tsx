import type { Document } from '@perenne/contract/documents';
import { IconInfoCircle } from '../../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { useRestore } from '../arranging/use-arranging.ts';
import css from './held-upload.module.css';

interface HeldUploadProps {
  /** The document that the safe holds already. */
  duplicate: Document;
  onKeepBoth: () => void;
  /** The file is not sent. */
  onLeave: () => void;
}

/** A file that the safe holds already: its owner says whether both are kept. */
export function HeldUpload({ duplicate, onKeepBoth, onLeave }: HeldUploadProps) {
  const t = useTranslations('duplicates');
  const upload = useTranslations('upload');
  const notify = useNotify();
  const errorMessage = useErrorMessage();
  const restore = useRestore();
  const isInTrash = duplicate.remainingDays !== undefined;
  const takeBack = () =>
    restore.mutate(
      { chosen: { documents: [duplicate], folders: [] } },
      { onSuccess: onLeave, onError: (error) => notify({ type: 'error', text: errorMessage(error) }) },
    );
  return (
    <div className={css.held}>
      <p className={css.words}>
        <IconInfoCircle size={17} stroke={2} aria-hidden />
        <span>
          {isInTrash ? t('inTrash', { name: duplicate.title }) : t('here', { name: duplicate.title })}{' '}
          <Link to="/documents/{-$folderId}" params={{ folderId: undefined }} search={{ document: duplicate.id }}>
            {upload('seeDuplicate')}
          </Link>
        </span>
      </p>
      <div className={css.actions}>
        {isInTrash && (
          <Button isPending={restore.isPending} onPress={takeBack}>
            {t('restore')}
          </Button>
        )}
        <Button onPress={onKeepBoth}>{isInTrash ? t('add') : t('keepBoth')}</Button>
        <Button variant="quiet" onPress={onLeave}>
          {t('leave')}
        </Button>
      </div>
    </div>
  );
}
