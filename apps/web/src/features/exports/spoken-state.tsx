import type { SafeExport } from '@perenne/contract/exports';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { isRunning } from './export-queries.ts';

/** For people who do not look: how far the export is, by quarters, and how it ends. */
export function SpokenState({ exports }: { exports: readonly SafeExport[] }) {
  const t = useTranslations('exports');
  const running = exports.find(isRunning);
  const [followedId, setFollowedId] = useState(running?.id);
  // It is followed beyond its end, and the page says nothing of those that had ended before it was opened.
  if (running && running.id !== followedId) setFollowedId(running.id);
  const followed = exports.find(({ id }) => id === followedId);
  const say = ({ status, progress: { done, total } }: SafeExport): string => {
    if (status === 'READY') return t('ready');
    if (status === 'FAILED') return t('failed');
    if (status === 'UNKNOWN') return t('unknownText');
    if (total > 0 && done === total) return t('sealing');
    return t('progressSpoken', { percent: total > 0 ? Math.floor((done / total) * 4) * 25 : 0 });
  };
  return <output className="sr">{followed && say(followed)}</output>;
}
