import { allowedExtensions } from '@perenne/contract/documents';
import { IconCamera, IconCloudUpload } from '../../../ui/buttons/icons.ts';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRuntimeConf } from '../../../lib/api/runtime-conf.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import css from './request-page.module.css';

const accepted = allowedExtensions.map((extension) => `.${extension}`).join(',');

interface ChooseFilesProps {
  /** Some are there already. */
  isMore: boolean;
  onChosen: (files: readonly File[]) => void;
}

/** The visitor reads what may be sent before choosing it. */
export function ChooseFiles({ isMore, onChosen }: ChooseFilesProps) {
  const t = useTranslations('sendFiles');
  const conf = useRuntimeConf();
  const files = useRef<HTMLInputElement>(null);
  const photo = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onChosen([...event.dataTransfer.files]);
  };
  const input = (ref: typeof files, isPhoto: boolean) => (
    <input
      ref={ref}
      type="file"
      hidden
      accept={isPhoto ? 'image/*' : accepted}
      {...(isPhoto ? { capture: 'environment' as const } : { multiple: true })}
      onChange={({ currentTarget }) => {
        onChosen([...(currentTarget.files ?? [])]);
        // The same file may be chosen again.
        currentTarget.value = '';
      }}
    />
  );
  return (
    <div
      className={css.drop}
      data-over={isOver || undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconCloudUpload size={40} stroke={1.5} aria-hidden />
      <p className={css.dropWords}>{t('drop')}</p>
      <div className={css.ways}>
        <Button variant={isMore ? 'secondary' : 'primary'} onPress={() => files.current?.click()}>
          {t(isMore ? 'more' : 'choose')}
        </Button>
        <span className={css.camera}>
          <Button onPress={() => photo.current?.click()}>
            <IconCamera size={19} stroke={1.75} aria-hidden />
            {t('takePhoto')}
          </Button>
        </span>
      </div>
      {input(files, false)}
      {input(photo, true)}
      <p className={css.hint}>
        {t('hint')} {conf && t(conf.antivirus ? 'scanned' : 'notScanned')}
      </p>
    </div>
  );
}
