import { allowedExtensions } from '@perenne/contract/documents';
import { IconCloudUpload } from '@tabler/icons-react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useTranslations } from 'use-intl';
import type { AddDocumentsTarget } from '../../lib/add-documents.ts';
import { useRuntimeConf } from '../../lib/runtime-conf.tsx';
import { useUploadQueue } from '../../lib/upload-queue.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './upload-dialog.module.css';

const accepted = allowedExtensions.map((extension) => `.${extension}`);

interface UploadDialogProps {
  /** The category or folder that receives the files. */
  target: AddDocumentsTarget;
  onClose: () => void;
}

/** Where files are chosen; from there on they are in the queue, which every page shows. */
export function UploadDialog({ target, onClose }: UploadDialogProps) {
  const t = useTranslations('upload');
  const conf = useRuntimeConf();
  const queue = useUploadQueue();
  const add = (files: readonly File[]) => {
    if (files.length === 0) return;
    queue.add(files, target);
    onClose();
  };
  return (
    <Modal title={t('title')} onClose={onClose}>
      <DropZone
        className={css.drop ?? ''}
        aria-label={t('drop')}
        onDrop={({ items }) => {
          const files = items.filter((item) => item.kind === 'file').map((item) => item.getFile());
          void Promise.all(files).then(add);
        }}
      >
        <IconCloudUpload size={40} stroke={1.5} aria-hidden />
        <b className={css.dropWords}>{t('drop')}</b>
        <span className={css.dropWords}>{t('or')}</span>
        <FileTrigger allowsMultiple acceptedFileTypes={accepted} onSelect={(files) => add([...(files ?? [])])}>
          <Button variant="primary">{t('browse')}</Button>
        </FileTrigger>
      </DropZone>
      <p className={css.hint}>
        {t('hint')} {conf && (conf.antivirus ? t('scanned') : t('notScanned'))}
      </p>
    </Modal>
  );
}
