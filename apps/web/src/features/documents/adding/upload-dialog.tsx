import { allowedExtensions } from '@perenne/contract/documents';
import { IconCamera, IconCloudUpload, IconFolderPlus } from '../../../ui/buttons/icons.ts';
import { useState } from 'react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useTranslations } from 'use-intl';
import type { AddDocumentsTarget, Placed } from '../../../lib/uploads/add-documents.ts';
import { countBegun } from '../../../lib/uploads/begun-uploads.ts';
import { useRuntimeConf } from '../../../lib/api/runtime-conf.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/overlays/modal.tsx';
import { placedFilesOf, readDropItems } from './placed-files.ts';
import { ReviewFiles } from './review-files.tsx';
import css from './upload-dialog.module.css';

const accepted = allowedExtensions.map((extension) => `.${extension}`);

interface UploadDialogProps {
  /** The category or folder that receives the files. */
  target: AddDocumentsTarget;
  /** The files that were dropped on the page. */
  placed: readonly Placed[];
  onClose: () => void;
}

/** The owner chooses files here, and says what they are; from there on they are in the queue. */
export function UploadDialog({ target, placed, onClose }: UploadDialogProps) {
  const t = useTranslations('upload');
  const [chosen, setChosen] = useState(placed);
  return (
    <Modal title={t('title')} onClose={onClose} size={chosen.length > 0 ? 'large' : 'medium'}>
      {chosen.length > 0 ? (
        <ReviewFiles chosen={chosen} target={target} onClose={onClose} />
      ) : (
        <ChooseFiles onChosen={setChosen} />
      )}
    </Modal>
  );
}

function ChooseFiles({ onChosen }: { onChosen: (files: readonly Placed[]) => void }) {
  const t = useTranslations('upload');
  const conf = useRuntimeConf();
  const [isNothing, setNothing] = useState(false);
  const interrupted = countBegun();
  const choose = (files: readonly Placed[]) => {
    setNothing(files.length === 0);
    onChosen(files);
  };
  const select = (files: FileList | null) => choose(placedFilesOf(files ?? []));
  return (
    <>
      {interrupted > 0 && <Alert tone="info">{t('interrupted', { count: interrupted })}</Alert>}
      {isNothing && (
        <Alert tone="warning" isLive>
          {t('nothingChosen')}
        </Alert>
      )}
      <DropZone
        className={css.drop ?? ''}
        aria-label={t('drop')}
        onDrop={({ items }) => void readDropItems(items).then(choose)}
      >
        <IconCloudUpload size={40} stroke={1.5} aria-hidden />
        <b className={css.dropWords}>{t('drop')}</b>
        <span className={css.dropWords}>{t('or')}</span>
        <div className={css.ways}>
          <FileTrigger allowsMultiple acceptedFileTypes={accepted} onSelect={select}>
            <Button variant="primary">{t('browse')}</Button>
          </FileTrigger>
          <span className={css.folder}>
            <FileTrigger acceptDirectory onSelect={select}>
              <Button>
                <IconFolderPlus size={19} stroke={1.75} aria-hidden />
                {t('browseFolder')}
              </Button>
            </FileTrigger>
          </span>
          <span className={css.camera}>
            <FileTrigger defaultCamera="environment" acceptedFileTypes={['image/*']} onSelect={select}>
              <Button>
                <IconCamera size={19} stroke={1.75} aria-hidden />
                {t('takePhoto')}
              </Button>
            </FileTrigger>
          </span>
        </div>
      </DropZone>
      <p className={css.hint}>
        {t('hint')} {conf && (conf.antivirus ? t('scanned') : t('notScanned'))}
      </p>
    </>
  );
}
