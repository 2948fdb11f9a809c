import type { SafeExport } from '@perenne/contract/exports';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../lib/i18n/formats.ts';
import { useOnline } from '../../lib/browser/use-online.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Badge } from '../../ui/layout/badge.tsx';
import { Button } from '../../ui/buttons/button.tsx';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { DeleteExport } from './delete-export.tsx';
import { focusNewest } from './export-item.tsx';
import css from './exports.module.css';

interface RunningExportProps {
  export: SafeExport;
  /** The last attempt to read how far it is has failed. */
  isLost: boolean;
  limit: number;
  /** It takes the place of the button that has just asked for it. */
  takesFocus: boolean;
}

/** How far an export is; it goes on without this page. */
export function RunningExport({ export: running, isLost, limit, takesFocus }: RunningExportProps) {
  const t = useTranslations('exports');
  const formats = useFormats();
  const isOnline = useOnline();
  const [isAsking, setAsking] = useState(false);
  const section = useFocusOnItsWay(takesFocus);
  const { done, total } = running.progress;
  // First the documents, one by one; then the seal and the timestamp, which take as long as an authority takes.
  const isWritten = total > 0 && done === total;
  return (
    <section ref={section} tabIndex={-1} aria-label={t('runningTitle')} className={css.running}>
      <div className={css.itemHead}>
        <h3>{t('runningTitle')}</h3>
        {isWritten && <Badge tone="warning">{t('notYetStamped')}</Badge>}
      </div>
      <p className={css.hint}>{t('runningText', { date: formats.dateTime(running.date) })}</p>
      {isWritten && <ProgressBar label={t('sealing')} />}
      {isWritten && <p className={css.hint}>{t('sealingText')}</p>}
      {!isWritten && (
        <ProgressBar
          {...(done === 0 ? { label: t('starting') } : { label: t('progress', { done, total }), value: done / total })}
        />
      )}
      {(isLost || !isOnline) && <Alert tone="warning">{t('progressLost')}</Alert>}
      <div className={css.actions}>
        <Button onPress={() => setAsking(true)}>{t('end')}</Button>
      </div>
      {isAsking && (
        <DeleteExport
          id={running.id}
          title={t('endTitle')}
          confirmLabel={t('end')}
          cancelLabel={t('goOnPreparing')}
          doneText={t('ended')}
          onClose={() => setAsking(false)}
        >
          <p>{t('endText', { limit })}</p>
        </DeleteExport>
      )}
    </section>
  );
}

/** The focus goes from the button to what takes its place, and from there to the archive. Nothing scrolls meanwhile. */
function useFocusOnItsWay(takesFocus: boolean): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = section.current;
    if (takesFocus) element?.focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement)) setTimeout(focusNewest);
    };
  }, [takesFocus]);
  return section;
}
