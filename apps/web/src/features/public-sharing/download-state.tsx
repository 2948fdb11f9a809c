import type { PublicDocument } from '@perenne/contract/public-sharings';
import { IconX } from '../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import css from './download-state.module.css';
import type { Downloads } from './use-downloads.ts';

interface DownloadStateProps {
  /** Or what several are downloaded as. */
  document: Pick<PublicDocument, 'id' | 'title'>;
  downloads: Downloads;
}

/** How far the download of a document has come; nothing where there is none. */
export function DownloadProgress({ document: { id, title }, downloads }: DownloadStateProps) {
  const t = useTranslations('publicShares');
  const progress = downloads.progressOf(id);
  if (progress === undefined) return null;
  return (
    <ProgressBar label={t('downloading', { title })} isLabelHidden {...(progress > 0 ? { value: progress } : {})} />
  );
}

/** Stops it, while it is under way. */
export function CancelDownload({ document: { id, title }, downloads }: DownloadStateProps) {
  const t = useTranslations('publicShares');
  if (downloads.progressOf(id) === undefined) return null;
  return (
    <IconButton label={t('cancel', { title })} onPress={() => downloads.cancel(id)}>
      <IconX size={20} stroke={1.75} aria-hidden />
    </IconButton>
  );
}

/** The download that stopped by itself, and how to go on with it. */
export function DownloadFault({ fault, isPassing }: { fault: Downloads['fault']; isPassing?: boolean }) {
  const t = useTranslations('publicShares');
  const ui = useTranslations('ui');
  const errorMessage = useErrorMessage('sharing');
  if (!fault) return null;
  return (
    <Alert
      tone="danger"
      isLive
      title={t('stopped', { title: fault.title })}
      actions={
        <>
          <Button onPress={fault.retry}>{t('goOn')}</Button>
          {isPassing && (
            <Button variant="quiet" onPress={fault.dismiss}>
              {ui('close')}
            </Button>
          )}
        </>
      }
    >
      {errorMessage(fault.error)}
    </Alert>
  );
}

/** The download of the document that is over the page: the list that shows it is behind. */
export function DownloadOfShown(props: DownloadStateProps) {
  const { document, downloads } = props;
  const t = useTranslations('publicShares');
  const isRunning = downloads.progressOf(document.id) !== undefined;
  return (
    <>
      {isRunning && (
        <div className={css.panel}>
          <p className={css.what} aria-hidden>
            {t('downloading', { title: document.title })}
          </p>
          <div className={css.progress}>
            <DownloadProgress {...props} />
            <CancelDownload {...props} />
          </div>
        </div>
      )}
      {downloads.fault && (
        <div className={css.panel}>
          <DownloadFault fault={downloads.fault} isPassing />
        </div>
      )}
      <output className="sr">
        {isRunning && t('downloading', { title: document.title })}
        {downloads.saved !== undefined && t('saved', { title: downloads.saved })}
      </output>
    </>
  );
}
