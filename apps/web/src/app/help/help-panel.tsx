import { IconSearch } from '../../ui/buttons/icons.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { SearchField } from 'react-aria-components/SearchField';
import { useTranslations } from 'use-intl';
import { Alert } from '../../ui/feedback/alert.tsx';
import { buttonClass } from '../../ui/buttons/button.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { classNames } from '../../ui/buttons/class-names.ts';
import field from '../../ui/fields/field.module.css';
import { findAnswers } from './find-answers.ts';
import css from './help-panel.module.css';
import { helpTopics } from './help-topics.ts';

interface HelpPanelProps {
  /** Why it is shown in the place of something else. */
  notice?: string;
  onClose: () => void;
}

/** Answers from the help page, where no support chatbot is configured or none answers. */
export function HelpPanel({ notice, onClose }: HelpPanelProps) {
  const t = useTranslations('help');
  const [question, setQuestion] = useState('');
  const topics = helpTopics.map((id) => ({ id, title: t(`${id}Title`), text: t(`${id}Text`) }));
  const answers = findAnswers(topics, question);
  return (
    <Modal title={t('panelTitle')} onClose={onClose}>
      {notice !== undefined && (
        <div className={css.notice}>
          <Alert tone="warning" isLive>
            {notice}
          </Alert>
        </div>
      )}
      <SearchField
        className={field.field ?? ''}
        value={question}
        onChange={setQuestion}
        // The panel was opened to type here.
        autoFocus
      >
        <Label className={field.label}>{t('panelSearch')}</Label>
        <div className={field.control}>
          <span className={field.adornment}>
            <IconSearch size={18} stroke={1.75} aria-hidden />
          </span>
          <Input className={classNames(field.input, css.question)} />
        </div>
      </SearchField>
      <output className={css.count}>{question && t('panelFound', { count: answers.length })}</output>
      <div className={css.answers}>
        {answers.map(({ id, title, text }, index) => (
          // The best answer stands open, and closes when it is no longer the best.
          <details key={`${id} ${question !== '' && index === 0}`} open={question !== '' && index === 0}>
            <summary>{title}</summary>
            <p>{text}</p>
          </details>
        ))}
        {answers.length === 0 && <p className={css.none}>{t('panelNone')}</p>}
      </div>
      <Link to="/help" className={buttonClass('quiet', css.all)} onClick={onClose}>
        {t('panelAll')}
      </Link>
    </Modal>
  );
}
