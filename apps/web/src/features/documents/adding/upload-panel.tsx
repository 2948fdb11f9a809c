import { IconChevronDown, IconX } from '../../../ui/buttons/icons.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { catchFocus } from '../../../lib/browser/catch-focus.ts';
import { useRuntimeConf } from '../../../lib/api/runtime-conf.tsx';
import { hasUnfinished, isBusy, type Upload, useUploadQueue, useUploads } from '../../../lib/uploads/upload-queue.ts';
import { useOnline } from '../../../lib/browser/use-online.ts';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import css from './upload-panel.module.css';
import { UploadRow } from './upload-row.tsx';

/** The files on their way, in a corner of every page until they are dismissed. */
export function UploadPanel({ onClose }: { onClose: () => void }) {
  const t = useTranslations('upload');
  const conf = useRuntimeConf();
  const queue = useUploadQueue();
  const uploads = useUploads(queue);
  const panel = useRef<HTMLElement>(null);
  const [isOpen, setOpen] = useState(true);
  useToastsAbove(panel);
  const isUnfinished = hasUnfinished(uploads);
  const isMoving = hasUnfinished(uploads.filter(({ state }) => state !== 'held'));
  /** The pressed button may go: the files are next. */
  const andFocus = (_done: void) => catchFocus(() => panel.current?.querySelector('ul'));
  return (
    <section ref={panel} className={css.panel} aria-label={t('panel')}>
      <div className={css.head}>
        <Summary uploads={uploads} />
        <IconButton
          label={isOpen ? t('hideFiles') : t('showFiles')}
          aria-expanded={isOpen}
          className={css.toggle ?? ''}
          onPress={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={20} stroke={1.75} aria-hidden />
        </IconButton>
        {!isUnfinished && (
          <IconButton label={t('dismiss')} onPress={onClose}>
            <IconX size={20} stroke={1.75} aria-hidden />
          </IconButton>
        )}
      </div>
      {isMoving && (
        <div className={css.total}>
          <ProgressBar label={t('panel')} isLabelHidden value={totalProgress(uploads)} />
        </div>
      )}
      {isOpen && (
        <>
          {/* It scrolls, so the keys must reach it. */}
          <ul className={css.files} aria-label={t('files')} tabIndex={0}>
            {uploads.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                onCancel={() => andFocus(queue.cancel(upload.id))}
                onPause={() => andFocus(queue.pause(upload.id))}
                onResume={() => andFocus(queue.resume(upload.id))}
                onKeepBoth={() => andFocus(queue.keepBoth(upload.id))}
              />
            ))}
          </ul>
          {conf && !conf.antivirus && <p className={css.notice}>{t('notScanned')}</p>}
        </>
      )}
    </section>
  );
}

/** By bytes: a large file counts for more than a small one. */
function totalProgress(uploads: readonly Upload[]): number {
  const sent = uploads.filter(({ refusal }) => refusal === undefined);
  const total = sent.reduce((sum, { file }) => sum + file.size, 0);
  const done = sent.reduce(
    (sum, { file, progress, state }) => sum + file.size * (state === 'failed' || state === 'held' ? 1 : progress),
    0,
  );
  return total ? done / total : 1;
}

/** Read out at each file, not at each percent. */
function Summary({ uploads }: { uploads: readonly Upload[] }) {
  const t = useTranslations('upload');
  const duplicates = useTranslations('duplicates');
  const isOnline = useOnline();
  const added = uploads.filter(({ state }) => state === 'added').length;
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  const held = uploads.filter(({ state }) => state === 'held').length;
  const paused = uploads.filter(({ state }) => state === 'paused').length;
  const done = [
    (added > 0 || failed + held + paused === 0) && t('done', { count: added }),
    paused > 0 && t('pausedCount', { count: paused }),
    failed > 0 && t('failed', { count: failed }),
    held > 0 && duplicates('held', { count: held }),
  ].filter(Boolean);
  const underWay = isOnline ? t('progress', { added, total: uploads.length }) : t('waitingForLine');
  return <output className={css.title}>{isBusy(uploads) ? underWay : done.join(', ')}</output>;
}

/** Notifications share the corner: they are above the panel, whatever its height. */
function useToastsAbove(panel: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const root = document.documentElement;
    const lift = () => root.style.setProperty('--toast-lift', `${(panel.current?.offsetHeight ?? 0) + 12}px`);
    const observer = new ResizeObserver(lift);
    if (panel.current) observer.observe(panel.current);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--toast-lift');
    };
  }, [panel]);
}
