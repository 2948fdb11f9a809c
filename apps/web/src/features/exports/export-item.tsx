import type { SafeExport } from '@perenne/contract/exports';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../lib/i18n/formats.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Badge, type Tone } from '../../ui/layout/badge.tsx';
import { Digest } from '../../ui/layout/digest.tsx';
import { DamagedDocuments } from './damaged-documents.tsx';
import { DownloadArchive } from './download-archive.tsx';
import css from './exports.module.css';
import { RemoveExport } from './remove-export.tsx';

interface ExportItemProps {
  export: SafeExport;
  /** Its download is the page's one primary action. */
  isPrimary: boolean;
  /** Nothing was asked for since. */
  isNewest: boolean;
  /** Its label has the seconds, since another one is of the same minute. */
  isExact: boolean;
}

const tones: Partial<Record<SafeExport['status'], Tone>> = { READY: 'success', FAILED: 'danger' };

const newestId = 'newest-export';

/** Gives the focus to the export that has just ended. */
export const focusNewest = () => document.getElementById(newestId)?.focus({ preventScroll: true });

/** An export that has ended: its archive with all that distinguishes it from another, or why there is none. */
export function ExportItem({ export: ended, isPrimary, isNewest, isExact }: ExportItemProps) {
  const t = useTranslations('exports');
  const { dateTime, dateTimeExact } = useFormats();
  const date = isExact ? dateTimeExact(ended.date) : dateTime(ended.date);
  const { id, status } = ended;
  const isReady = status === 'READY';
  const remove = <RemoveExport id={id} date={date} />;
  return (
    <li className={css.item} {...(isNewest ? { id: newestId, tabIndex: -1 } : {})}>
      <div className={css.itemHead}>
        <h3>{t('itemTitle', { date })}</h3>
        {status !== 'IN_PROGRESS' && <Badge tone={tones[status] ?? 'neutral'}>{t(`state.${status}`)}</Badge>}
        {!isReady && remove}
      </div>
      {isReady ? <Archive export={ended} isNewest={isNewest} /> : <WhyNone export={ended} />}
      {isReady && (
        <DownloadArchive export={ended} date={date} isPrimary={isPrimary}>
          {remove}
        </DownloadArchive>
      )}
      {ended.sha256 && <Digest label={t('digest')} value={ended.sha256} copyLabel={t('copyDigestNamed', { date })} />}
    </li>
  );
}

function Archive({ export: ready, isNewest }: { export: SafeExport; isNewest: boolean }) {
  const t = useTranslations('exports');
  const formats = useFormats();
  const { documentCount, sizeBytes, timestampedAt, availableUntil, damaged } = ready;
  return (
    <>
      <ul className={css.facts}>
        <li>
          {t('documents', { count: documentCount })}
          {sizeBytes !== null && ` · ${formats.size(sizeBytes)}`}
        </li>
        {timestampedAt && <li>{t('stamped', { date: formats.dateTime(timestampedAt) })}</li>}
        {availableUntil && <li>{t('availableUntil', { date: formats.dateTime(availableUntil) })}</li>}
      </ul>
      {!timestampedAt && (
        <Alert tone="warning" title={t('unstamped')}>
          {t('unstampedText')} {isNewest && t('nextIsFree')}
        </Alert>
      )}
      {damaged.length > 0 && <DamagedDocuments ids={damaged} />}
    </>
  );
}

function WhyNone({ export: { status, failure } }: { export: SafeExport }) {
  const t = useTranslations('exports');
  const errors = useTranslations('errors');
  if (status !== 'FAILED') return <p className={css.hint}>{t('unknownText')}</p>;
  return <p className={css.hint}>{failure ? errors(failure) : t('failedUnknown')}</p>;
}
