import { IconAlertCircle } from '../buttons/icons.ts';
import type { ReactNode } from 'react';
import css from './field.module.css';

/** The error of a field; a sentence that names the field takes its label. */
export type FieldError = string | ((label: string) => string);

interface FieldMessageProps {
  id: string;
  label?: string;
  errorMessage?: FieldError | undefined;
  hint?: ReactNode;
}

/** One line kept free under every field: its error takes the place of its hint, and nothing below moves. */
export function FieldMessage({ id, label = '', errorMessage, hint }: FieldMessageProps) {
  return (
    <div id={id} className={css.message} data-invalid={errorMessage ? true : undefined}>
      {errorMessage ? (
        <>
          <IconAlertCircle size={16} stroke={2} aria-hidden />
          <span>{typeof errorMessage === 'function' ? errorMessage(label) : errorMessage}</span>
        </>
      ) : (
        hint
      )}
    </div>
  );
}
