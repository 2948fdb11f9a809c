import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useTranslations } from 'use-intl';
import {
  ArchiveDownloads,
  ArchiveDownloadsContext,
  type DownloadOutcome,
} from '../../lib/browser/archive-downloads.ts';
import { useNotify } from '../../ui/feedback/notifications.tsx';
import { useLeaveWarning } from './use-leave-warning.ts';

/** The page that shows each download by itself. */
const exportPath = '/account/export';
/** It came to its end while its owner was doing something else. */
const readMs = 10_000;

/** Keeps the archives of exports on their way from page to page. */
export function Downloads({ children }: { children: ReactNode }) {
  const [downloads] = useState(() => new ArchiveDownloads());
  const shown = useSyncExternalStore(downloads.subscribe, downloads.getSnapshot);
  const notifyElsewhere = useEffectEvent(useOutcomeNotice());
  useEffect(() => downloads.onOutcome((outcome) => notifyElsewhere(outcome)), [downloads]);
  // Signing out ends them all.
  useEffect(() => () => downloads.stop(), [downloads]);
  useLeaveWarning([...shown.values()].some(({ state }) => state === 'running'));
  return <ArchiveDownloadsContext value={downloads}>{children}</ArchiveDownloadsContext>;
}

function useOutcomeNotice(): (outcome: DownloadOutcome) => void {
  const t = useTranslations('shell');
  const notify = useNotify();
  const navigate = useNavigate();
  return ({ state }) => {
    if (location.pathname === exportPath) return;
    if (state === 'saved') notify({ text: t('archiveSaved'), duration: readMs });
    else {
      const action = { label: t('seeExports'), onPress: () => void navigate({ to: exportPath }) };
      notify({ type: 'error', text: t('archiveStopped'), duration: readMs, action });
    }
  };
}
