import { limits } from '@perenne/contract/fields';
import { IconX } from '../../../ui/buttons/icons.ts';
import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useFormats } from '../../../lib/i18n/formats.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { IconButton } from '../../../ui/buttons/icon-button.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import css from './request-page.module.css';

interface SenderWords {
  senderName: string;
  note: string;
}

interface ChosenFilesProps {
  files: readonly File[];
  words: SenderWords;
  onWords: (words: SenderWords) => void;
  onRemove: (file: File) => void;
  onSend: () => void;
}

/** The files that are ready, and the sender's name and word: nothing leaves before the button is pressed. */
export function ChosenFiles({ files, words, onWords, onRemove, onSend }: ChosenFilesProps) {
  const t = useTranslations('sendFiles');
  const formats = useFormats();
  const { senderName, note } = words;
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
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
        onChange={(typed) => onWords({ ...words, senderName: typed })}
      />
      <TextArea
        label={t('note')}
        isOptional
        maxLength={limits.shareMessage}
        value={note}
        onChange={(typed) => onWords({ ...words, note: typed })}
      />
      <Button variant="primary" type="submit">
        {t('submit', { count: files.length })}
      </Button>
    </form>
  );
}
