import { type Ref, useId } from 'react';
import { Label } from 'react-aria-components/Label';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { useTranslations } from 'use-intl';
import { type FieldError, FieldMessage } from './field-message.tsx';
import css from './field.module.css';

interface TextAreaProps extends Omit<AriaTextFieldProps, 'className' | 'children' | 'isInvalid'> {
  label: string;
  isOptional?: boolean;
  hint?: string | undefined;
  errorMessage?: FieldError | undefined;
  inputRef?: Ref<HTMLTextAreaElement>;
}

/** With `maxLength` and no hint of its own, it counts what is written. */
export function TextArea({ label, isOptional, hint, errorMessage, inputRef, ...field }: TextAreaProps) {
  const t = useTranslations('ui');
  const messageId = useId();
  const count = field.maxLength ? t('count', { count: field.value?.length ?? 0, max: field.maxLength }) : undefined;
  return (
    <AriaTextField
      {...field}
      className={css.field ?? ''}
      validationBehavior="aria"
      isInvalid={errorMessage !== undefined}
      aria-describedby={messageId}
    >
      <Label className={css.label}>
        {label}
        {isOptional && <span className={css.optional}>{t('optional')}</span>}
      </Label>
      <div className={css.control}>
        <AriaTextArea className={css.input ?? ''} {...(inputRef ? { ref: inputRef } : {})} />
      </div>
      <FieldMessage id={messageId} label={label} errorMessage={errorMessage} hint={hint ?? count} />
    </AriaTextField>
  );
}
