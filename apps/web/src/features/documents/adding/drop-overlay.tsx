import { IconCloudUpload } from '../../../ui/buttons/icons.ts';
import { useTranslations } from 'use-intl';
import type { Placed } from '../../../lib/uploads/add-documents.ts';
import css from './drop-overlay.module.css';
import type { NamedPlace } from '../state/place-target.ts';
import { useFileDrop } from './use-file-drop.ts';

interface DropOverlayProps {
  /** The name of the category or folder that receives the files, unless they are over another one. */
  place: string | undefined;
  onFiles: (files: Placed[], place: NamedPlace | undefined) => void;
}

/** While files are dragged over the page, the page says that it takes them. */
export function DropOverlay({ place, onFiles }: DropOverlayProps) {
  const t = useTranslations('documents');
  const { isOver, name = place } = useFileDrop(onFiles);
  if (!isOver) return null;
  return (
    <div className={css.overlay} aria-hidden>
      <div className={css.card}>
        <IconCloudUpload size={32} stroke={1.6} />
        <b>{t('drop')}</b>
        {name !== undefined && <span>{t('dropIn', { place: name })}</span>}
      </div>
    </div>
  );
}
