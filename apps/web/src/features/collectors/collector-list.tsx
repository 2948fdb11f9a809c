import type { Collector } from '@perenne/contract/collectors';
import { useTranslations } from 'use-intl';
import { CollectorItem } from './collector-item.tsx';
import css from './collectors.module.css';

/** The dialogs that a collector has. */
export type Asked = 'code' | 'runs' | 'modify' | 'credentials' | 'delete';

interface CollectorListProps {
  collectors: readonly Collector[];
  /** The one that a link has led to. */
  shownId: string | undefined;
  onAsk: (to: Asked, collector: Collector) => void;
}

export function CollectorList({ collectors, shownId, onAsk }: CollectorListProps) {
  const t = useTranslations('collectors');
  return (
    <ul className={css.list} aria-label={t('list')}>
      {collectors.map((collector) => (
        <CollectorItem
          key={collector.id}
          collector={collector}
          isShown={collector.id === shownId}
          onAsk={(to) => onAsk(to, collector)}
        />
      ))}
    </ul>
  );
}
