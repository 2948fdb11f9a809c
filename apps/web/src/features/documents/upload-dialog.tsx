import { allowedExtensions } from '@perenne/contract/documents';
import { IconAlertCircle, IconCircleCheck, IconCloudUpload, IconRefresh } from '@tabler/icons-react';
import { DropZone } from 'react-aria-components/DropZone';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useTranslations } from 'use-intl';
import { useErrorMessage } from '../../lib/error-message.ts';
import { useFormats } from '../../lib/formats.ts';
import { useRuntimeConf } from '../../lib/runtime-conf.tsx';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Modal, ModalActions } from '../../ui/modal.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import css from './upload-dialog.module.css';
import { type Upload, useUploads } from './use-uploads.ts';

const accepted = allowedExtensions.map((extension) => `.${extension}`);

interface UploadDialogProps {
  /** The category or folder that receives the files. */
  target: { categoryId?: string; folderId?: string };
  onClose: () => void;
}

export function UploadDialog({ target, onClose }: UploadDialogProps) {
  const t = useTranslations('upload');
  const conf = useRuntimeConf();
  const { uploads, add, retry } = useUploads({ ...target });
  const isBusy = uploads.some(({ state }) => state === 'waiting' || state === 'sending');
  return (
    <Modal title={t('title')} onClose={onClose} isDismissable={!isBusy}>
      <DropZone
        className={css.drop ?? ''}
        aria-label={t('drop')}
        onDrop={({ items }) => {
          const files = items.filter((item) => item.kind === 'file').map((item) => item.getFile());
          void Promise.all(files).then(add);
        }}
      >
        <IconCloudUpload size={40} stroke={1.5} aria-hidden />
        <b>{t('drop')}</b>
        <span>{t('or')}</span>
        <FileTrigger allowsMultiple acceptedFileTypes={accepted} onSelect={(files) => void add([...(files ?? [])])}>
          <Button variant={uploads.length > 0 ? 'secondary' : 'primary'}>{t('browse')}</Button>
        </FileTrigger>
      </DropZone>
      <p className={css.hint}>
        {t('hint')} {conf && (conf.antivirus ? t('scanned') : t('notScanned'))}
      </p>
      {uploads.length > 0 && (
        <>
          <ul className={css.list} aria-label={t('files')}>
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} onRetry={() => void retry(upload)} />
            ))}
          </ul>
          <ModalActions>
            <Button variant="primary" onPress={onClose} isDisabled={isBusy}>
              {t('close')}
            </Button>
          </ModalActions>
        </>
      )}
    </Modal>
  );
}

function UploadRow({ upload: { file, state, progress, error }, onRetry }: { upload: Upload; onRetry: () => void }) {
  const t = useTranslations('upload');
  const formats = useFormats();
  const errorMessage = useErrorMessage();
  const words = { waiting: t('waiting'), sending: progress < 1 ? t('sending') : t('checking'), added: t('added') };
  return (
    <li className={css.row} data-state={state}>
      <div className={css.words}>
        <span className={css.name}>{file.name}</span>
        <span className={css.size}>{formats.size(file.size)}</span>
      </div>
      {state === 'failed' ? (
        <p role="alert" className={css.fault}>
          <IconAlertCircle size={18} stroke={2} aria-hidden />
          {errorMessage(error)}
        </p>
      ) : (
        <p className={css.state}>
          {state === 'added' && <IconCircleCheck size={18} stroke={2} aria-hidden />}
          {words[state]}
        </p>
      )}
      {state === 'failed' && (
        <IconButton label={t('retry', { name: file.name })} onPress={onRetry}>
          <IconRefresh size={20} stroke={1.75} aria-hidden />
        </IconButton>
      )}
      {state === 'sending' && (
        <div className={css.bar}>
          <ProgressBar label={file.name} isLabelHidden {...(progress < 1 ? { value: progress } : {})} />
        </div>
      )}
    </li>
  );
}
