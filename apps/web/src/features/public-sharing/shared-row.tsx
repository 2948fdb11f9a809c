import type { PublicDocument } from '@perenne/contract/public-sharings';
import { IconDownload } from '../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { DocThumb, type DocTone } from '../../ui/brand/doc-thumb.tsx';
import { IconButton } from '../../ui/buttons/icon-button.tsx';
import { CancelDownload, DownloadProgress } from './download-state.tsx';
import css from './share-card.module.css';
import type { Downloads } from './use-downloads.ts';
import { useFacts } from './use-facts.ts';

const tones: Partial<Record<PublicDocument['type'], DocTone>> = {
  ...{ PAYE: 'pay', CIDT: 'id', PECO: 'id', PSPR: 'id', AECV: 'id', ACNS: 'id', FACT: 'tax', FACTA: 'tax' },
};

interface SharedRowProps {
  shareId: string;
  document: PublicDocument;
  downloads: Downloads;
  isChosen?: boolean;
  /** Absent where there is nothing to choose from. */
  onChoose?: () => void;
}

export function SharedRow({ shareId, document, downloads, isChosen = false, onChoose }: SharedRowProps) {
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
        <DownloadProgress document={document} downloads={downloads} />
      </div>
      <CancelDownload document={document} downloads={downloads} />
      <IconButton
        label={t('download', { title })}
        isIdle={downloads.progressOf(id) !== undefined}
        onPress={() => downloads.download(document)}
      >
        <IconDownload size={21} stroke={1.75} aria-hidden />
      </IconButton>
    </li>
  );
}
