import { limits } from '@perenne/contract/fields';
import { IconX } from '../../../ui/buttons/icons.ts';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import type { UploadFields } from '../../../lib/uploads/upload-queue.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import css from './request-page.module.css';

interface ChosenFilesProps {
  files: readonly File[];
  onRemove: (file: File) => void;
  onSend: (fields: UploadFields) => void;
}

/** The files that are ready, and the sender's name and word: nothing leaves before the button is pressed. */
export function ChosenFiles({ files, onRemove, onSend }: ChosenFilesProps) {
  const t = useTranslations('sendFiles');
  const formats = useFormats();
  const [senderName, setSenderName] = useState('');
  const [note, setNote] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend({ ...(senderName.trim() && { senderName }), ...(note.trim() && { note }) });
  };
  return (
    <form className={css.chosen} onSubmit={send}>
      <ul className={css.files} aria-label={t('chosen')}>
        {files.map((file, index) => (
          <li key={`${index} ${file.name}`} className={css.file}>
            <div className={css.words}>
              <span className={css.name}>{file.name}</span>
              <span className={css.state}>{formats.size(file.size)}</span>
            </div>
            <IconButton label={t('cancel', { name: file.name })} onPress={() => onRemove(file)}>
              <IconX size={19} stroke={1.75} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <TextField
        label={t('senderName')}
        isOptional
        autoComplete="name"
        maxLength={limits.name}
        value={senderName}
        onChange={setSenderName}
      />
      <TextArea label={t('note')} isOptional maxLength={limits.shareMessage} value={note} onChange={setNote} />
      <Button variant="primary" type="submit">
        {t('submit', { count: files.length })}
      </Button>
    </form>
  );
}
