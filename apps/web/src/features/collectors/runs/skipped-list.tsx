import type { Answer } from '@perenne/contract/endpoint';
import type { listCollectorRuns } from '@perenne/contract/collectors';
import { useTranslations } from 'use-intl';
import { Alert } from '../../../ui/feedback/alert.tsx';
import css from '../collectors.module.css';

type Skipped = Answer<typeof listCollectorRuns>['items'][number]['skipped'][number];

const known = ['MalwareDetected', 'UnsupportedFileType', 'PayloadTooLarge', 'UserSpaceStorageFull'] as const;

/** The documents that a run did not bring, and why. */
export function SkippedList({ skipped }: { skipped: readonly Skipped[] }) {
  const t = useTranslations('collectors');
  return (
    <Alert tone="warning" title={t('skippedCount', { count: skipped.length })}>
      <ul className={css.skipped}>
        {skipped.map(({ title, code }, index) => (
          // Titles may be alike, and the list is drawn once.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <b>{title}</b> <span>{t(`skip.${known.find((one) => one === code) ?? 'other'}`)}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}
