import { IconAlertCircle } from './icons.ts';
import type { ReactNode } from 'react';
import css from './field.module.css';

interface FieldMessageProps {
  id: string;
  errorMessage?: string | undefined;
  hint?: ReactNode;
}

/** One line kept free under every field: its error takes the place of its hint, and nothing below moves. */
export function FieldMessage({ id, errorMessage, hint }: FieldMessageProps) {
  return (
    <div id={id} className={css.message} data-invalid={errorMessage ? true : undefined}>
      {errorMessage ? (
        <>
          <IconAlertCircle size={16} stroke={2} aria-hidden />
          <span>{errorMessage}</span>
        </>
      ) : (
        hint
      )}
    </div>
  );
}
