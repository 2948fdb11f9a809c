import type { SafeExport } from '@perenne/contract/exports';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../lib/api/api-error.ts';
import {
  type ArchiveDownload,
  isRefused,
  useArchiveDownload,
  useArchiveDownloads,
} from '../../lib/browser/archive-downloads.ts';
import { useErrorMessage } from '../../lib/api/error-message.ts';
import { useFormats } from '../../lib/i18n/formats.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { IconDownload, IconX } from '../../ui/buttons/icons.ts';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { refreshExports } from './export-queries.ts';
import css from './exports.module.css';

interface DownloadArchiveProps {
  export: SafeExport;
  date: string;
  isPrimary: boolean;
  /** Other actions on it. */
  children: ReactNode;
}

const icon = { size: 19, stroke: 1.75, 'aria-hidden': true } as const;

/** Downloads the archive of an export, shows how far it is, and goes on with one that was cut. */
export function DownloadArchive({ export: { id, sizeBytes }, date, isPrimary, children }: DownloadArchiveProps) {
  const t = useTranslations('exports');
  const downloads = useArchiveDownloads();
  const download = useArchiveDownload(downloads, id);
  const start = useStart();
  const isRunning = download?.state === 'running';
  const variant = isPrimary && download?.state !== 'saved' ? 'primary' : 'secondary';
  const [label, name] = labelsOf(download);
  return (
    <>
      {download && <DownloadState download={download} sizeBytes={sizeBytes ?? 0} />}
      <output className="sr">{isRunning && t('downloading')}</output>
      <div className={css.actions}>
        {isRunning ? (
          <Button aria-label={t('cancelDownloadNamed', { date })} onPress={() => downloads.cancel(id)}>
            <IconX {...icon} />
            {t('cancelDownload')}
          </Button>
        ) : (
          <Button variant={variant} aria-label={t(name, { date })} onPress={() => void start(id)}>
            <IconDownload {...icon} />
            {t(label)}
          </Button>
        )}
        {children}
      </div>
    </>
  );
}

/** The label of the button, and its name where the page has several. */
function labelsOf(download: ArchiveDownload | undefined) {
  if (download?.state === 'saved') return ['downloadAgain', 'downloadAgainNamed'] as const;
  if (download?.state === 'failed' && canGoOn(download)) return ['goOn', 'goOnNamed'] as const;
  return ['download', 'downloadNamed'] as const;
}

const canGoOn = ({ progress, error }: ArchiveDownload) => progress > 0 && !isRefused(error);

function useStart(): (id: string) => Promise<void> {
  const downloads = useArchiveDownloads();
  const queries = useQueryClient();
  const notify = useNotify();
  const errorMessage = useErrorMessage('exports');
  return async (id) => {
    await downloads.start(id);
    const error = downloads.getSnapshot().get(id)?.error;
    if (!isApiError(error, 'SafeboxExportNotFound')) return;
    // Its seven days have just ended: it leaves the list, and its words with it.
    notify({ type: 'error', text: errorMessage(error), duration: 6_000 });
    await refreshExports(queries);
  };
}

function DownloadState({ download, sizeBytes }: { download: ArchiveDownload; sizeBytes: number }) {
  const t = useTranslations('exports');
  const formats = useFormats();
  const { state, progress } = download;
  if (state === 'saved') {
    return (
      <Alert tone="success" isLive>
        {t('saved')}
      </Alert>
    );
  }
  if (state === 'failed') return <Failure {...download} />;
  const sizes = { done: formats.size(progress * sizeBytes), total: formats.size(sizeBytes) };
  return (
    <div className={css.downloading}>
      <ProgressBar
        label={t('downloading')}
        {...(progress > 0 ? { value: progress, valueLabel: t('downloaded', sizes) } : {})}
      />
      <p className={css.hint}>{t('downloadHint')}</p>
    </div>
  );
}

function Failure(download: ArchiveDownload) {
  const t = useTranslations('exports');
  const errorMessage = useErrorMessage('exports');
  const { progress, error } = download;
  const percent = Math.floor(progress * 100);
  const stopped = canGoOn(download) ? t('downloadStopped', { percent }) : t('downloadNotStarted');
  return (
    <Alert tone="danger" isLive title={isRefused(error) ? t('downloadRefused') : stopped}>
      {errorMessage(error)}
    </Alert>
  );
}
