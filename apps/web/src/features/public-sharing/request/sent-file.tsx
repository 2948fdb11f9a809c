import { IconAlertCircle, IconCircleCheck, IconRefresh, IconX } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { useOnline } from '../../../lib/browser/use-online.ts';
import type { Upload } from '../../../lib/uploads/upload-queue.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import css from './request-page.module.css';

interface SentFileProps {
  upload: Upload;
  onCancel: () => void;
  onRetry: () => void;
}

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

/** A file on its way. */
export function SentFile({ upload, onCancel, onRetry }: SentFileProps) {
  const t = useTranslations('sendFiles');
  const formats = useFormats();
  const { file, state, progress, refusal } = upload;
  const { name } = file;
  const canStop = state === 'waiting' || (state === 'sending' && progress < 1);
  return (
    <li className={css.file} data-state={state}>
      <div className={css.words}>
        <span className={css.name}>{name}</span>
        <span className={css.state}>
          {formats.size(file.size)} · <State upload={upload} />
        </span>
        {state === 'sending' && (
          <ProgressBar label={t('sendingOf', { name })} isLabelHidden {...(progress < 1 ? { value: progress } : {})} />
        )}
      </div>
      {state === 'failed' && !refusal && (
        <IconButton label={t('retry', { name })} onPress={onRetry}>
          <IconRefresh {...icon} />
        </IconButton>
      )}
      {(canStop || state === 'failed') && (
        <IconButton label={t('cancel', { name })} onPress={onCancel}>
          <IconX {...icon} />
        </IconButton>
      )}
    </li>
  );
}

function State({ upload: { state, progress, refusal, error } }: Pick<SentFileProps, 'upload'>) {
  const t = useTranslations('sendFiles');
  const errors = useTranslations('errors');
  const errorMessage = useErrorMessage('sending');
  const isOnline = useOnline();
  if (state === 'added') {
    return (
      <span className={css.sent}>
        <IconCircleCheck {...icon} /> {t('sent')}
      </span>
    );
  }
  if (state === 'failed') {
    const refused = refusal && (refusal === 'empty' ? t('empty') : errors(refusal));
    return (
      <span className={css.failed} role="alert">
        <IconAlertCircle {...icon} /> {refused ?? errorMessage(error)}
      </span>
    );
  }
  if (state === 'waiting') return isOnline ? t('waiting') : t('offline');
  return progress < 1 ? t('sending') : t('checking');
}
