import type { SafeExport } from '@perenne/contract/exports';
import { useTranslations } from 'use-intl';
import { Card } from '../../ui/layout/card.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { IconFileExport } from '../../ui/buttons/icons.ts';
import { ExportItem } from './export-item.tsx';
import { sharesMinute } from './export-queries.ts';
import css from './exports.module.css';

interface ExportListProps {
  /** Those that have ended, newest first. */
  exports: readonly SafeExport[];
  /** The one that was asked for last. */
  newestId: string | undefined;
}

/** The exports of the last seven days. */
export function ExportList({ exports, newestId }: ExportListProps) {
  const t = useTranslations('exports');
  const newestReady = exports.find(({ status }) => status === 'READY');
  return (
    <Card title={t('listTitle')}>
      {exports.length === 0 ? (
        <EmptyState icon={<IconFileExport size={28} stroke={1.5} />} title={t('none')} level={3} isCompact>
          {t('noneText')}
        </EmptyState>
      ) : (
        <ul className={css.list}>
          {exports.map((one) => (
            <ExportItem
              key={one.id}
              export={one}
              isPrimary={one === newestReady}
              isNewest={one.id === newestId}
              isExact={sharesMinute(one, exports)}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}
