import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconRefresh, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../lib/api-error.ts';
import { useErrorMessage } from '../../lib/error-message.ts';
import { useFormats } from '../../lib/formats.ts';
import type { Upload } from '../../lib/upload-queue.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { HeldUpload } from './held-upload.tsx';
import css from './upload-row.module.css';

interface UploadRowProps {
  upload: Upload;
  onCancel: () => void;
  onRetry: () => void;
  onKeepBoth: () => void;
}

export function UploadRow({ upload, onCancel, onRetry, onKeepBoth }: UploadRowProps) {
  const t = useTranslations('upload');
  const formats = useFormats();
  const { file, state, progress } = upload;
  // Once all is sent, the document may be made already: stopping would no longer undo it.
  const canCancel = state === 'waiting' || (state === 'sending' && progress < 1);
  return (
    <li className={css.row} data-state={state}>
      <div className={css.words}>
        <span className={css.name} title={file.name}>
          {file.name}
        </span>
        <span className={css.size}>{formats.size(file.size)}</span>
      </div>
      {upload.duplicate && state === 'held' ? (
        <HeldUpload duplicate={upload.duplicate} onKeepBoth={onKeepBoth} onLeave={onCancel} />
      ) : (
        <State upload={upload} />
      )}
      {canCancel && (
        <IconButton label={t('cancel', { name: file.name })} onPress={onCancel} className={css.action ?? ''}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </IconButton>
      )}
      {state === 'failed' && isWorthRetrying(upload) && (
        <IconButton label={t('retry', { name: file.name })} onPress={onRetry} className={css.action ?? ''}>
          <IconRefresh size={18} stroke={1.75} aria-hidden />
        </IconButton>
      )}
      {state === 'sending' && (
        <div className={css.bar}>
          <ProgressBar label={file.name} isLabelHidden {...(progress < 1 ? { value: progress } : {})} />
        </div>
      )}
    </li>
  );
}

/** A file that is too large or that is blocked stays so. A full safe may have been tidied since. */
function isWorthRetrying({ refusal, error }: Upload): boolean {
  if (refusal) return false;
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}

function State({ upload: { state, progress, refusal, error, document } }: { upload: Upload }) {
  const t = useTranslations('upload');
  const errors = useTranslations('errors');
  const errorMessage = useErrorMessage();
  if (state === 'failed') {
    return (
      <p className={css.fault}>
        <IconAlertCircle size={17} stroke={2} aria-hidden />
        <span>{refusal === undefined ? errorMessage(error) : refusal === 'empty' ? t('empty') : errors(refusal)}</span>
      </p>
    );
  }
  if (document?.duplicateOf) {
    return (
      <p className={css.state}>
        <IconInfoCircle size={17} stroke={2} aria-hidden />
        <span>
          {t('duplicate')}{' '}
          <Link
            to="/documents/{-$folderId}"
            params={{ folderId: undefined }}
            search={{ document: document.duplicateOf }}
          >
            {t('seeDuplicate')}
          </Link>
        </span>
      </p>
    );
  }
  const words = {
    held: '',
    waiting: t('waiting'),
    sending: progress < 1 ? t('sending') : t('checking'),
    added: t('added'),
  };
  return (
    <p className={css.state}>
      {state === 'added' && <IconCircleCheck size={17} stroke={2} aria-hidden />}
      {words[state]}
    </p>
  );
}
