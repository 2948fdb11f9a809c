import { IconCloudUpload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import css from './drop-overlay.module.css';
import { useFileDrop } from './use-file-drop.ts';

interface DropOverlayProps {
  /** The name of the category or folder that receives the files. */
  place: string | undefined;
  onFiles: (files: File[]) => void;
}

/** While files are dragged over the page, the page says that it takes them. */
export function DropOverlay({ place, onFiles }: DropOverlayProps) {
  const t = useTranslations('upload');
  const isOver = useFileDrop(onFiles);
  if (!isOver) return null;
  return (
    <div className={css.overlay} aria-hidden>
      <div className={css.card}>
        <IconCloudUpload size={48} stroke={1.4} />
        <b>{t('drop')}</b>
        {place !== undefined && <span>{t('dropIn', { place })}</span>}
      </div>
    </div>
  );
}
