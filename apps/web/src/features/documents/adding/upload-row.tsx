import {
  IconAlertCircle,
  IconCircleCheck,
  IconInfoCircle,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '../../../ui/buttons/icons.ts';
import type { Document } from '@perenne/contract/documents';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ApiError } from '../../../lib/api/api-error.ts';
import { categoriesQuery } from '../../../lib/documents/document-queries.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import type { Upload } from '../../../lib/uploads/upload-queue.ts';
import { isResumable } from '../../../lib/uploads/upload-rules.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { useFolderPath } from '../places/folders.tsx';
import { HeldUpload } from './held-upload.tsx';
import css from './upload-row.module.css';

interface UploadRowProps {
  upload: Upload;
  onCancel: () => void;
  onPause: () => void;
  onResume: () => void;
  onKeepBoth: () => void;
}

export function UploadRow({ upload, onCancel, onPause, onResume, onKeepBoth }: UploadRowProps) {
  const formats = useFormats();
  const { file, state, progress } = upload;
  const isPartly = state === 'sending' || state === 'paused';
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
      <Actions upload={upload} onCancel={onCancel} onPause={onPause} onResume={onResume} />
      {isPartly && (
        <div className={css.bar}>
          <ProgressBar label={file.name} isLabelHidden {...(progress < 1 ? { value: progress } : {})} />
        </div>
      )}
    </li>
  );
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

function Actions({ upload, onCancel, onPause, onResume }: Omit<UploadRowProps, 'onKeepBoth'>) {
  const t = useTranslations('upload');
  const { file, state, progress } = upload;
  const { name } = file;
  // Once all is sent, the document may be made already: stopping would no longer undo it.
  const canStop = state === 'waiting' || (state === 'sending' && progress < 1);
  return (
    <div className={css.actions}>
      {canStop && isResumable(file) && (
        <IconButton label={t('pause', { name })} onPress={onPause}>
          <IconPlayerPause {...icon} />
        </IconButton>
      )}
      {state === 'paused' && (
        <IconButton label={t('resume', { name })} onPress={onResume}>
          <IconPlayerPlay {...icon} />
        </IconButton>
      )}
      {(canStop || state === 'paused') && (
        <IconButton label={t('cancel', { name })} onPress={onCancel}>
          <IconX {...icon} />
        </IconButton>
      )}
      {state === 'failed' && isWorthRetrying(upload) && (
        <IconButton label={t('retry', { name })} onPress={onResume}>
          <IconRefresh {...icon} />
        </IconButton>
      )}
    </div>
  );
}

/** A file that is too large or that is blocked stays so. A full safe may have been tidied since. */
function isWorthRetrying({ refusal, error }: Upload): boolean {
  if (refusal) return false;
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}

/** The place that has received the file, with the way there. */
function AddedIn({ document: { categoryId, folderId } }: { document: Document }) {
  const t = useTranslations('upload');
  const { data } = useQuery(categoriesQuery);
  const path = useFolderPath(folderId ?? undefined);
  const name = folderId === null ? data?.items.find(({ id }) => id === categoryId)?.title : path.at(-1)?.name;
  if (name === undefined) return t('added');
  const params = folderId === null ? {} : { folderId };
  const search = folderId === null ? { category: categoryId } : {};
  return (
    <span>
      {t('addedIn')}{' '}
      <Link to="/documents/{-$folderId}" params={params} search={search}>
        {name}
      </Link>
    </span>
  );
}

function State({ upload: { file, state, progress, refusal, error, document } }: { upload: Upload }) {
  const formats = useFormats();
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
  const bytes = { sent: formats.size(progress * file.size), total: formats.size(file.size) };
  const underWay = isResumable(file) ? t('sentOf', bytes) : t('sending');
  const words = {
    held: '',
    waiting: t('waiting'),
    sending: progress < 1 ? underWay : t('checking'),
    paused: t('paused', bytes),
    added: t('added'),
  };
  return (
    <p className={css.state}>
      {state === 'added' && <IconCircleCheck size={17} stroke={2} aria-hidden />}
      {state === 'added' && document ? <AddedIn document={document} /> : words[state]}
    </p>
  );
}
