import type { PublicDocument } from '@perenne/contract/public-sharings';
import { IconDownload } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { DocThumb, type DocTone } from '../../ui/doc-thumb.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import css from './share-card.module.css';
import { useFacts } from './use-facts.ts';

const tones: Partial<Record<PublicDocument['type'], DocTone>> = {
  ...{ PAYE: 'pay', CIDT: 'id', PECO: 'id', PSPR: 'id', AECV: 'id', ACNS: 'id', FACT: 'tax', FACTA: 'tax' },
};

interface SharedRowProps {
  shareId: string;
  document: PublicDocument;
  /** 0 to 1 of its download, while it is under way. */
  progress: number | undefined;
  onDownload: () => void;
  isChosen?: boolean;
  /** Absent where there is nothing to choose from. */
  onChoose?: () => void;
}

export function SharedRow({ shareId, document, progress, onDownload, isChosen = false, onChoose }: SharedRowProps) {
  const t = useTranslations('publicShares');
  const factsOf = useFacts();
  const { id, title, type } = document;
  return (
    <li className={css.row} data-chosen={isChosen || undefined}>
      {onChoose && (
        <label className={css.choice}>
          <input type="checkbox" checked={isChosen} onChange={onChoose} aria-label={t('choose', { title })} />
        </label>
      )}
      <DocThumb tone={tones[type] ?? 'work'} height={40} />
      <div className={css.words}>
        <Link
          to="/public/sharings-list"
          search={{ share: shareId, document: id }}
          state={{ isFromList: true }}
          resetScroll={false}
          preload={false}
          className={css.title}
        >
          {title}
        </Link>
        <p className={css.size}>{factsOf(document)}</p>
        {progress !== undefined && (
          <ProgressBar
            label={t('downloading', { title })}
            isLabelHidden
            {...(progress > 0 ? { value: progress } : {})}
          />
        )}
      </div>
      <IconButton label={t('download', { title })} isDisabled={progress !== undefined} onPress={onDownload}>
        <IconDownload size={21} stroke={1.75} aria-hidden />
      </IconButton>
    </li>
  );
}
