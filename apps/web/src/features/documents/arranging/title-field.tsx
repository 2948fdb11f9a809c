import type { Document } from '@perenne/contract/documents';
import { limits } from '@perenne/contract/fields';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { isApiError } from '../../../lib/api/api-error.ts';
import { useErrorMessage } from '../../../lib/api/error-message.ts';
import { catchFocus } from '../../../lib/browser/catch-focus.ts';
import { useNotify } from '../../../ui/feedback/notifications.tsx';
import { focusLink, linkBeside } from '../rows/use-row-focus.ts';
import { type Conflict, conflictOf } from './name-conflict.tsx';
import css from './title-field.module.css';
import { useRename } from './use-rename.ts';

/** It was asked for to type in it. A closing menu first gives the focus back to where it was. */
function takeFocus(field: HTMLInputElement | null): () => void {
  const timer = setTimeout(() => {
    field?.focus();
    field?.select();
  }, 80);
  return () => clearTimeout(timer);
}

interface TitleFieldProps {
  document: Document;
  onClose: () => void;
  /** Another window has given it another title meanwhile. */
  onConflict: (conflict: Conflict) => void;
}

/** The title of a document, changed in its place: Enter and leaving keep what was typed, Escape does not. */
export function TitleField({ document: { id, title }, onClose, onConflict }: TitleFieldProps) {
  const t = useTranslations('documents');
  const notify = useNotify();
  const errorMessage = useErrorMessage('renaming');
  const rename = useRename();
  const isOver = useRef(false);
  const end = (isByKey: boolean) => {
    isOver.current = true;
    onClose();
    if (isByKey) focusLink(id);
  };
  const save = async (field: HTMLInputElement, isByKey: boolean) => {
    const typed = field.value.trim();
    if (isOver.current) return;
    if (typed === '' || typed === title) return end(isByKey);
    isOver.current = true;
    const next = linkBeside(field);
    // The row may leave before the answer, with a list that is read again: we still notify the owner, and the row is no
    // field any more when it comes back.
    try {
      await rename.mutateAsync({ id, title: typed, formerly: title });
      end(isByKey && field.isConnected);
    } catch (error) {
      isOver.current = false;
      const conflict = conflictOf(error, typed);
      if (conflict) return onConflict(conflict);
      notify({ type: 'error', text: errorMessage(error), duration: 6000 });
      if (!isApiError(error, 'DocumentNotFound')) return field.focus();
      end(false);
      catchFocus(() => next);
    }
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') void save(event.currentTarget, true);
    else end(true);
  };
  return (
    <input
      className={css.field}
      aria-label={t('titleOf', { title })}
      defaultValue={title}
      maxLength={limits.title}
      readOnly={rename.isPending}
      ref={takeFocus}
      onKeyDown={press}
      onBlur={({ currentTarget }) => void save(currentTarget, false)}
    />
  );
}
